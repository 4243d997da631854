# The clock of torus_3 or torus_3_bench as top (Vivado).
# For torus_3_board take the file in boards/, which has the clock of the board.
# 20.000 ns (50 MHz) is a default that every node of torusgen's docs/fpga.md met on an ECP5 of
# speed grade 6. Write the period of your clock here.
create_clock -name clk_i -period 20.000 [get_ports clk_i]
