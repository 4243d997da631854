// Paths are relative to this file: verilator -F torus_2x3.f from anywhere, iverilog -f torus_2x3.f in its folder.
rtl/torus_2x3_buffer.v
rtl/torus_2x3_inject_buffer.v
rtl/torus_2x3_arbiter_2.v
rtl/torus_2x3_arbiter_5.v
rtl/torus_2x3_input_0.v
rtl/torus_2x3_input_2.v
rtl/torus_2x3_inject.v
rtl/torus_2x3_output_0.v
rtl/torus_2x3_output_2.v
rtl/torus_2x3_eject_1.v
rtl/torus_2x3_router.v
rtl/torus_2x3_link.v
rtl/torus_2x3.v
rtl/torus_2x3_lists.v
rtl/torus_2x3_source.v
rtl/torus_2x3_checker.v
rtl/torus_2x3_bench.v
