rtl/torus_4x3_rom.v
rtl/torus_4x3_mirror.v
rtl/torus_4x3_router.v
rtl/torus_4x3_node.v
rtl/torus_4x3_endpoint.v
rtl/torus_4x3.v
rtl/torus_4x3_bench.v
