// Paths are relative to this file: verilator -F torus_3_board.f from anywhere, iverilog -f torus_3_board.f in its folder.
rtl/torus_3_program.v
rtl/torus_3_sequencer.v
rtl/torus_3_bank.v
rtl/torus_3_memory.v
rtl/torus_3_request_x1.v
rtl/torus_3_mux_first.v
rtl/torus_3_router.v
rtl/torus_3_core.v
rtl/torus_3_node.v
rtl/torus_3_expected_rom.v
rtl/torus_3_self_test.v
rtl/torus_3.v
rtl/torus_3_bench.v
rtl/torus_3_board.v
