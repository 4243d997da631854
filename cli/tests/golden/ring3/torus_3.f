// Paths are relative to this file: verilator -F torus_3.f from anywhere, iverilog -f torus_3.f in its folder.
rtl/torus_3_rom.v
rtl/torus_3_request_x1.v
rtl/torus_3_router.v
rtl/torus_3_node.v
rtl/torus_3_agent.v
rtl/torus_3.v
rtl/torus_3_bench.v
