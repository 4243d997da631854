rtl/torus_3_rom.v
rtl/torus_3_router.v
rtl/torus_3_node.v
rtl/torus_3_endpoint.v
rtl/torus_3.v
rtl/torus_3_bench.v
