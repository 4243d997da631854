// Paths are relative to this file: verilator -F torus_3.f from anywhere, iverilog -f torus_3.f in its folder.
rtl/torus_3_buffer.v
rtl/torus_3_inject_buffer.v
rtl/torus_3_arbiter_2.v
rtl/torus_3_arbiter_3.v
rtl/torus_3_arbiter_4.v
rtl/torus_3_input_0.v
rtl/torus_3_inject.v
rtl/torus_3_output_1.v
rtl/torus_3_eject_2.v
rtl/torus_3_router.v
rtl/torus_3.v
rtl/torus_3_lists.v
rtl/torus_3_source.v
rtl/torus_3_checker.v
rtl/torus_3_bench.v
