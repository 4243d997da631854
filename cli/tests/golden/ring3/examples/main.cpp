// Runs tb_torus_3 until it ends. Verilator writes such a file itself (--main), but into every library of
// --hierarchical, too.

#include "Vtb.h"
#include "verilated.h"

int main(int argc, char** argv) {
    VerilatedContext context;
    context.commandArgs(argc, argv);
    Vtb top{&context};
    while (!context.gotFinish()) {
        top.eval();
        if (!top.eventsPending()) break;
        context.time(top.nextTimeSlot());
    }
    top.final();
    return context.gotFinish() ? 0 : 1;
}
