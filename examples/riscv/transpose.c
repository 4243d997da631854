// A matrix-vector product on sixteen cores: y = transpose(A) x. Core i begins with row i of A and with x[i],
// and sends A[i][j] * x[i] to core j, all to all; core j adds up what it receives.

#define NODE      ((volatile unsigned *)0x10000000)
#define ME        NODE[0]  // number of this node
#define TO        NODE[1]  // node that the next word is for
#define SEND      NODE[2]  // sends a word; waits while the network is full
#define RECEIVE   NODE[3]  // takes a word; waits for one
#define FROM      NODE[4]  // node that sent the last word taken
#define RESULT    NODE[5]  // shows a word to the testbench, and ends

enum { NODES = 16 };

static unsigned a(unsigned i, unsigned j) { return 7 * i + 3 * j + i * j; }
static unsigned x(unsigned i) { return i * i + 1; }

// Memory begins here; the stack grows down from its end.
__attribute__((naked, section(".text.start"))) void start(void) { __asm__("li sp, 4096\n\tj run"); }

__attribute__((used)) static void run(void) {
  unsigned me = ME, y = a(me, me) * x(me), heard = 1u << me;
  for (unsigned hop = 1; hop < NODES; hop++) {
    unsigned to = (me + hop) & (NODES - 1);
    TO = to;
    SEND = a(me, to) * x(me);
  }
  for (unsigned hop = 1; hop < NODES; hop++) {
    y += RECEIVE;
    heard |= 1u << FROM;
  }
  RESULT = heard == 0xffff ? y : 0;
  for (;;) {
  }
}
