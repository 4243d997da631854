// Paths are relative to this file: verilator -F torus_2x3.f from anywhere, iverilog -f torus_2x3.f in its folder.
rtl/torus_2x3_rom.v
rtl/torus_2x3_router.v
rtl/torus_2x3_node.v
rtl/torus_2x3_agent.v
rtl/torus_2x3.v
rtl/torus_2x3_bench.v
