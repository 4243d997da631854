// One kind of buffered tile: TG_MODEL, verilated from one module, with one instance per node. It is compiled
// once per kind. The macros come from the kind's generated header, the port names from docs/buffered.md.
#include "placed.h"
#include "traffic.h"

namespace {

// Copies a port of `bits` bits from words, or to words. Both return the position after these words.
template <class T>
const uint32_t* take_in(T& port, unsigned bits, const uint32_t* words) {
    const unsigned count = (bits + 31) / 32;
    tg_set(port, words, count);
    return words + count;
}

template <class T>
uint32_t* hand_out(const T& port, unsigned bits, uint32_t* words) {
    return std::copy_n(TgWords<T>{port}.get(), (bits + 31) / 32, words);
}

struct Instance {
    TgTile tile;
    uint32_t node;
    uint32_t local_port;  // the first local port of its processor
    uint32_t from[TG_PORT_SLOTS];
    uint32_t stages[TG_PORT_SLOTS];  // of the links in `from`
    uint32_t back[TG_PORT_SLOTS];    // of the links that leave, over which credits return
};

class Kind final : public TileKind {
    VerilatedContext* const m_context;
    std::vector<Instance> m_instances;
    TgPlaced m_placed;  // of the instances
    std::vector<std::unique_ptr<TG_MODEL>> m_models;  // tiles whose ports the caller drives

    static void gather(const Instance& instance, const TgEdge& edge) {
        const size_t first = static_cast<size_t>(instance.node) * TG_PORT_SLOTS;
#define TG_GATHER(q) \
    { \
        const TgLink& link = edge.seen.ago[TG_AGE(instance.stages[q])][instance.from[q]]; \
        TG_IO(instance, rx_valid_##q##_i) = link.valid; \
        TG_IO(instance, rx_head_##q##_i) = link.head; \
        TG_IO(instance, rx_data_##q##_i) = link.data; \
        const uint64_t credit = edge.credit.ago[TG_AGE(instance.back[q])][first + q]; \
        TG_IO(instance, tx_credit_##q##_i) = credit; \
        tgt_count_credits(edge.tallies + (first + q) * TG_CHANNELS, credit); \
    }
        TG_PORTS(TG_GATHER)
    }

    static void scatter(const Instance& instance, TgEdge& edge) {
        const size_t first = static_cast<size_t>(instance.node) * TG_PORT_SLOTS;
        TgLink* const out = edge.next + first;
        uint64_t sent = 0;
#define TG_SCATTER(q) \
    out[q].valid = TG_IO(instance, tx_valid_##q##_o); \
    out[q].head = TG_IO(instance, tx_head_##q##_o); \
    out[q].data = TG_IO(instance, tx_data_##q##_o); \
    if (out[q].valid) tgt_count_flit(edge.tallies + (first + q) * TG_CHANNELS, out[q].head); \
    edge.returned[instance.from[q]] = TG_IO(instance, rx_credit_##q##_o); \
    sent |= static_cast<uint64_t>(out[q].valid) << q;
        TG_PORTS(TG_SCATTER)
        edge.valid[first / 64] |= sent << (first % 64);
        if (first % 64 + TG_PORT_SLOTS > 64) edge.valid[first / 64 + 1] |= sent >> (64 - first % 64);
    }

#if TG_PROCESSOR
    static bool is_ready(const TgEdge& edge, uint32_t local_port) {
        return !edge.held && !(*edge.stuck)[local_port];
    }

    // Offers the first flit of each local port if its time has come. It enters if the local port is ready
    // now.
    static void offer(const Instance& instance, TgEdge& edge) {
#define TG_OFFER(l) \
    { \
        TgQueue& queue = edge.queues[instance.local_port + l]; \
        const bool waits = queue.next < queue.flits.size() && queue.flits[queue.next].cycle <= edge.cycle; \
        TG_IO(instance, inject_valid_##l##_i) = waits && !edge.reset; \
        if (waits && !edge.reset) { \
            const TgFlit& flit = queue.flits[queue.next]; \
            TG_IO(instance, inject_head_##l##_i) = flit.head; \
            tgt_set(TG_IO(instance, inject_data_##l##_i), flit.serial); \
            TG_SET_PORT(instance, flit.port); \
            if (TG_IO(instance, inject_ready_##l##_o)) { \
                edge.entered->push_back({edge.step, instance.local_port + l, flit.serial, 0, 0}); \
                ++queue.next; \
            } \
        } \
        TG_IO(instance, eject_ready_##l##_i) = is_ready(edge, instance.local_port + l); \
    }
        TG_LOCAL_PORTS(TG_OFFER)
    }

    // Records the flits that this edge takes: they are at an ejection port before it, and the port is ready.
    static void collect(const Instance& instance, TgEdge& edge) {
#define TG_COLLECT(l) \
    if (!edge.reset && TG_IO(instance, eject_valid_##l##_o) && is_ready(edge, instance.local_port + l)) { \
        const auto& data = TG_IO(instance, eject_data_##l##_o); \
        edge.left->push_back(tgt_seen(edge.step, instance.local_port + l, data)); \
        edge.left->back().last = TG_LAST(instance, l); \
    }
        TG_LOCAL_PORTS(TG_COLLECT)
    }
#endif

public:
    explicit Kind(VerilatedContext* context)
        : m_context{context} {}

    ~Kind() override {
        for (auto& model : m_models) model->final();
    }

    void place(const TgNetwork& network, uint32_t node) override {
        const uint32_t local_port = network.processor[node] * TG_LOCAL_PORT_SLOTS;
        Instance instance{m_placed.add(m_context), node, local_port, {}, {}, {}};
        const size_t first = static_cast<size_t>(node) * TG_PORT_SLOTS;
        std::copy_n(network.from + first, TG_PORT_SLOTS, instance.from);
        std::copy_n(network.stages + first, TG_PORT_SLOTS, instance.back);
#define TG_STAGED(q) instance.stages[q] = network.stages[instance.from[q]];
        TG_PORTS(TG_STAGED)
        // Flits that arrive in the direction `+` came over the wrap link if the coordinate is 0, and those
        // in the direction `-` if it is the largest one.
        [[maybe_unused]] const uint32_t* const x =
            network.coordinates + static_cast<size_t>(node) * network.dims;
#define TG_WRAP(q) TG_IO(instance, wrap_##q##_i) = x[q / 2] == (q % 2 ? network.radices[q / 2] - 1 : 0);
        TG_WRAPPED(TG_WRAP)
        m_placed.settle();
        m_instances.push_back(instance);
    }

    void step(TgEdge& edge) override {
        m_placed.edges(m_instances, [&](const Instance& instance) {
            gather(instance, edge);
            TG_IO(instance, rst_ni) = !edge.reset;
#if TG_PROCESSOR
            collect(instance, edge);
            offer(instance, edge);
#endif
        }, [&](const Instance& instance) {
            scatter(instance, edge);
            edge.any_error |= TG_IO(instance, error_o);
        });
    }

    uint32_t add() override {
        m_models.push_back(std::make_unique<TG_MODEL>(m_context, ""));
        tg_settle(*m_models.back());
        return static_cast<uint32_t>(m_models.size() - 1);
    }

    void edge(uint32_t tile, const uint32_t* inputs, uint32_t* outputs) override {
        TG_ROOT* const root = m_models[tile]->rootp;
#define TG_TAKE_IN(port, bits) inputs = take_in(root->port, bits, inputs);
        TG_INPUTS(TG_TAKE_IN)
        tg_edge(*m_models[tile], *root);
#define TG_HAND_OUT(port, bits) outputs = hand_out(root->port, bits, outputs);
        TG_OUTPUTS(TG_HAND_OUT)
    }

    uint64_t footprint() const override { return m_instances.size() * (TgPlaced::BYTES + sizeof(Instance)); }

    void error_nodes(uint64_t* bits) const override {
        for (const Instance& instance : m_instances) {
            if (TG_IO(instance, error_o)) bits[instance.node / 64] |= 1ULL << (instance.node % 64);
        }
    }
};

}  // namespace

std::unique_ptr<TileKind> TG_FACTORY(VerilatedContext* context) { return std::make_unique<Kind>(context); }
