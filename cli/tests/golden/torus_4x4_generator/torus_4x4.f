// Paths are relative to this file: verilator -F torus_4x4.f from anywhere, iverilog -f torus_4x4.f in its folder.
rtl/torus_4x4_generator.v
rtl/torus_4x4_mux_first.v
rtl/torus_4x4_mux_next.v
rtl/torus_4x4_router.v
rtl/torus_4x4_node.v
rtl/torus_4x4_agent.v
rtl/torus_4x4.v
rtl/torus_4x4_bench.v
