#!/bin/sh
# An emitted folder to a bitstream: pnr.sh FOLDER [BOARD]; `pnr.sh --help` says what else there is.
set -eu
if ! command -v python3 > /dev/null; then
  echo "python3 was not found, which pnr.sh and the FPGA tools need: apt-get install python3 python3-venv" >&2
  exit 2
fi
exec python3 "$(dirname "$0")/pnr.py" "$@"
