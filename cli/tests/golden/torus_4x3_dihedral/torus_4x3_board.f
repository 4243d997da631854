// Paths are relative to this file: verilator -F torus_4x3_board.f from anywhere, iverilog -f torus_4x3_board.f in its folder.
rtl/torus_4x3_rom.v
rtl/torus_4x3_mirror.v
rtl/torus_4x3_request_x1.v
rtl/torus_4x3_request_x2.v
rtl/torus_4x3_mux_first.v
rtl/torus_4x3_mux_next.v
rtl/torus_4x3_router.v
rtl/torus_4x3_node.v
rtl/torus_4x3_agent.v
rtl/torus_4x3.v
rtl/torus_4x3_bench.v
rtl/torus_4x3_board.v
