#!/bin/sh
# Writes the golden files anew; tests/emitted/golden.rs compares with them.
# usage: goldens.sh TORUSGEN
set -eu
torusgen=$(realpath "$1")
cd "$(dirname "$0")/golden"
emit() { # name, options
  name=$1; shift
  rm -rf "$name"
  "$torusgen" emit "$@" --out "$name" > /dev/null
}
# Of what stands beside the Verilog, the digests only.
digest() { # name, options
  emit "$@"
  cd "$1"
  beside=$(find * -type f ! -path 'rtl/*' ! -name '*.f' ! -name '*.json' ! -name '*.csv' | LC_ALL=C sort)
  sha256sum $beside > package.sha256
  rm $beside
  find . -type d -empty -delete
  cd ..
}
emit ring3 -d 1 -k 3
digest torus_4x4_linear -d 2 -k 4 --placement linear
digest torus_2x3_full --dims 2x3 --width 8
digest torus_4x3_dihedral --dims 4x3 --kind exchange
digest torus_2x3_one_port --dims 2x3 --width 8 --ports one
digest torus_2x3_slots --dims 2x3 --width 8 --switching slots
digest torus_4x4_generator --dims 4x4 --width 8 --switching generator
digest torus_5x5_generator --dims 5x5 --width 10 --switching generator
emit ring3_buffered -d 1 -k 3 --router buffered --channels 2 --depth 2
digest torus_2x3_link_stages --dims 2x3 --width 32 --router buffered --channels 2 --depth 2 \
  --link-stages 2,0,wrap=1
emit ring3_axis -d 1 -k 3 --router buffered --channels 2 --depth 2 --ports one --interface axis
digest ring3_two_clocks -d 1 -k 3 --router buffered --channels 2 --depth 2 --ports one --interface axis \
  --local-clock
digest ring3_blocks -d 1 -k 3 --algorithm product-a1 --flits 2 --interface axis
"$torusgen" loads -d 2 -k 4 --placement linear --links --format json > loads_4x4_linear.json
"$torusgen" loads --dims 2x3x4 --routing udr --links --format json > loads_2x3x4_udr.json
"$torusgen" schedule -d 2 -k 5 --placement multilinear:t=2 --format json > schedule_5x5_t2.json
"$torusgen" loads -d 3 -k 4 --placement linear > loads_4x4x4_linear.txt
"$torusgen" loads -d 3 -k 1024 > loads_1024x1024x1024.txt
"$torusgen" loads -d 8 -k 100 --placement linear --routing udr --format json > loads_100_8_linear_udr.json
"$torusgen" sweep 4x4 --ports one --rates 0.1:1:0.1 --warmup 200 --measure 500 --engine model \
  --svg sweep_4x4.svg > /dev/null
