# Arty A7 (AMD Artix-7, CSG324): Vivado. Top: NAME_board of an emitted folder.
# The board's oscillator; every path of the network is inside this one clock.
set_property -dict { PACKAGE_PIN E3 IOSTANDARD LVCMOS33 } [get_ports clk_i]
create_clock -period 10.000 -name clk_i [get_ports clk_i]
# Button BTN0, high when pressed: starts an exchange. It is synchronised inside.
set_property -dict { PACKAGE_PIN D9 IOSTANDARD LVCMOS33 } [get_ports start_i]
set_false_path -from [get_ports start_i]
# Lights LD4 to LD6: parity of all traffic, done, error. Nobody samples them.
set_property -dict { PACKAGE_PIN H5 IOSTANDARD LVCMOS33 } [get_ports {led_o[0]}]
set_property -dict { PACKAGE_PIN J5 IOSTANDARD LVCMOS33 } [get_ports {led_o[1]}]
set_property -dict { PACKAGE_PIN T9 IOSTANDARD LVCMOS33 } [get_ports {led_o[2]}]
set_false_path -to [get_ports {led_o[*]}]
