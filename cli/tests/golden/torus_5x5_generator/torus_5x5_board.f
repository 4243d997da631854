// Paths are relative to this file: verilator -F torus_5x5_board.f from anywhere, iverilog -f torus_5x5_board.f in its folder.
rtl/torus_5x5_generator.v
rtl/torus_5x5_mux_first.v
rtl/torus_5x5_mux_next.v
rtl/torus_5x5_router.v
rtl/torus_5x5_node.v
rtl/torus_5x5_agent.v
rtl/torus_5x5.v
rtl/torus_5x5_bench.v
rtl/torus_5x5_board.v
