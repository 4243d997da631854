#!/bin/sh
# Cells of one node (and of the whole board top, where it fits the part) for the three boards.
# usage: synth.sh YOSYS EMITTED_FOLDER NAME
set -eu
yosys=$1; folder=$2; name=$3
cd "$folder"
files=$(grep -v '^//' "$name"_board.f | tr '\n' ' ')
node=$(ls rtl/"$name"_node*.v | head -n 1); node=${node#rtl/}; node=${node%.v}

synth() { # board, yosys command, top, macros
  log=$(mktemp)
  if ! "$yosys" -p "read_verilog ${4:-} $files; $2 -top $3; check -assert; stat" > "$log" 2>&1; then
    tail -n 5 "$log"; rm -f "$log"; exit 1
  fi
  printf '%s, %s\n' "$1" "$3"
  # The last statistics are those of the flattened design.
  awk '
    /Number of cells:/ { out = "" ; keep = 1 }
    keep { out = out $0 "\n" }
    /^$/ { keep = 0 }
    END { printf "%s", out }
  ' "$log"
  rm -f "$log"
}

for top in "$node" "$name"_board; do
  synth "ULX3S (ECP5)" "synth_ecp5 -nowidelut" "$top"
  synth "iCEBreaker (iCE40)" "synth_ice40" "$top"
  case "$top" in *_board) pads="" ;; *) pads="-noiopad -noclkbuf" ;; esac
  synth "Arty A7 (Artix-7)" "synth_xilinx -flatten $pads" "$top" -DTORUSGEN_LUT6
done
