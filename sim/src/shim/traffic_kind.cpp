// One kind of buffered tile: TG_MODEL, verilated from one module, with one instance per node. It is compiled
// once per kind. The macros come from the kind's generated header, the port names from docs/buffered.md.
#include "group.h"
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

// The links that leave a group.
struct Leaving {
    // Flits and credits since they were added to the tallies.
    uint8_t carried[TG_PORT_SLOTS][TG_CHANNELS][TG_LANES];
    uint8_t returned[TG_PORT_SLOTS][TG_CHANNELS][TG_LANES];
#if TG_STAGES
    uint32_t age[TG_PORT_SLOTS][TG_LANES];  // the stages, over which credits return
#endif

    // Adds the counts of a tile to the tallies of its links.
    void tally(unsigned lane, TgTally* tallies) {
        for (unsigned port = 0; port < TG_PORT_SLOTS; ++port) {
            for (unsigned channel = 0; channel < TG_CHANNELS; ++channel) {
                tallies->carried += carried[port][channel][lane];
                tallies->returned += returned[port][channel][lane];
                carried[port][channel][lane] = returned[port][channel][lane] = 0;
                ++tallies;
            }
        }
    }
};

// The most edges between two additions to the tallies: a count has 8 bits.
constexpr unsigned MOST = UINT8_MAX;

// Counts flits by the channels in their heads.
template <class Head>
void count_flits(uint8_t (&counts)[TG_CHANNELS][TG_LANES], const CData* valid, const Head* head) {
    uint8_t carrying[TG_LANES];
    TG_EACH_LANE carrying[lane] = valid[lane] ? static_cast<uint8_t>(tgt_channel(head[lane])) : UINT8_MAX;
    for (unsigned channel = 0; channel < TG_CHANNELS; ++channel) {
        TG_EACH_LANE counts[channel][lane] += carrying[lane] == channel;
    }
}

void count_credits(uint8_t (&counts)[TG_CHANNELS][TG_LANES], const TgCredits* credits) {
    for (unsigned channel = 0; channel < TG_CHANNELS; ++channel) {
        TG_EACH_LANE counts[channel][lane] += credits[lane] >> channel & 1;
    }
}

class Kind final : public TileKind {
    VerilatedContext* const m_context;
    TgGroups m_groups;
    std::vector<Leaving> m_leaving;  // by group
    unsigned m_counted = 0;         // edges since the tallies were added to
    std::vector<std::unique_ptr<TG_MODEL>> m_models;  // tiles whose ports the caller drives

    // Sets the inputs for credits, and counts them.
    static void take_credits(const TgGroup& group, Leaving& leaving, const TgEdge& edge) {
#define TG_TAKE_CREDITS(q) \
    { \
        auto* const port = &TG_IO(group, tx_credit_##q##_i)[0]; \
        TG_EACH_LANE { \
            port[lane] = edge.credit.seen[TG_AGE(leaving.age[q][lane])][group.leaving(q) + lane]; \
        } \
        count_credits(leaving.returned[q], port); \
    }
        TG_PORTS(TG_TAKE_CREDITS)
    }

    // Counts the flits that leave, and returns credits for those that arrived.
    static void give_credits(const TgGroup& group, Leaving& leaving, const TgEdge& edge) {
#define TG_GIVE_CREDITS(q) \
    count_flits(leaving.carried[q], &TG_IO(group, tx_valid_##q##_o)[0], &TG_IO(group, tx_head_##q##_o)[0]); \
    for (unsigned lane = 0; lane < group.count; ++lane) { \
        edge.credit.next[group.from[q][lane]] = TG_IO(group, rx_credit_##q##_o)[lane]; \
    }
        TG_PORTS(TG_GIVE_CREDITS)
    }

#if TG_PROCESSOR
    // Offers the first flit of each local port if its time has come. It enters if the local port is ready
    // now.
    static void offer(const TgGroup& group, TgEdge& edge) {
#define TG_OFFER(l) \
    for (unsigned lane = 0; lane < group.count; ++lane) { \
        const uint32_t local_port = group.processor[lane] * TG_LOCAL_PORT_SLOTS + l; \
        const bool waits = edge.due[local_port] <= edge.cycle && !edge.reset; \
        TG_IO(group, inject_valid_##l##_i)[lane] = waits; \
        TG_IO(group, eject_ready_##l##_i)[lane] = edge.ready[local_port]; \
        if (!waits) continue; \
        TgQueue& queue = edge.queues[local_port]; \
        const TgFlit& flit = queue.flits[queue.next]; \
        TG_IO(group, inject_head_##l##_i)[lane] = flit.head; \
        tgt_set(TG_IO(group, inject_data_##l##_i)[lane], flit.serial); \
        TG_SET_PORT(group, lane, flit.port); \
        if (!TG_IO(group, inject_ready_##l##_o)[lane]) continue; \
        edge.entered->push_back({edge.step, local_port, flit.serial, 0, 0}); \
        ++queue.next; \
        edge.due[local_port] = queue.due(); \
    }
        TG_LOCAL_PORTS(TG_OFFER)
    }

    // Records the flits that this edge takes: they are at an ejection port before it, and the port is ready.
    static void collect(const TgGroup& group, TgEdge& edge) {
        if (edge.reset) return;
#define TG_COLLECT(l) \
    for (unsigned lane = 0; lane < group.count; ++lane) { \
        const uint32_t local_port = group.processor[lane] * TG_LOCAL_PORT_SLOTS + l; \
        if (!TG_IO(group, eject_valid_##l##_o)[lane] || !edge.ready[local_port]) continue; \
        edge.left->push_back(tgt_seen(edge.step, local_port, TG_IO(group, eject_data_##l##_o)[lane])); \
        edge.left->back().last = TG_LAST(group, lane, l); \
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

    void place(const TgNetwork& network, const TgPlaces& places, uint32_t node) override {
        m_groups.place(network, places, node, m_context, [&](const TgGroup& group, unsigned lane) {
            if (lane == 0) m_leaving.emplace_back();
#define TG_BACK(q) \
    TG_IF_STAGES(m_leaving.back().age[q][lane] = \
                     network.stages[static_cast<size_t>(node) * TG_PORT_SLOTS + q];)
            TG_PORTS(TG_BACK)
            // Flits that arrive in the direction `+` came over the wrap link if the coordinate is 0, and
            // those in the direction `-` if it is the largest one.
            [[maybe_unused]] const uint32_t* const x =
                network.coordinates + static_cast<size_t>(node) * network.dims;
#define TG_WRAP(q) \
    TG_IO(group, wrap_##q##_i)[lane] = x[q / 2] == (q % 2 ? network.radices[q / 2] - 1 : 0);
            TG_WRAPPED(TG_WRAP)
        });
    }

    void finish() override { m_groups.finish(); }

    void step(TgEdge& edge) override {
        if (m_counted == MOST) tally(edge.tallies);
        ++m_counted;
        m_groups.edges(TG_ALL, edge.links, edge.reset, [&](const TgGroup& group, size_t index) {
            take_credits(group, m_leaving[index], edge);
#if TG_PROCESSOR
            collect(group, edge);
            offer(group, edge);
#endif
        }, [&](const TgGroup& group, size_t index) {
            give_credits(group, m_leaving[index], edge);
            edge.any_error |= TgGroups::failed(group);
        });
    }

    void tally(TgTally* tallies) override {
        m_counted = 0;
        m_groups.each_tile([&](const TgGroup& group, size_t index, unsigned lane) {
            const size_t first = static_cast<size_t>(group.node[lane]) * TG_PORT_SLOTS * TG_CHANNELS;
            m_leaving[index].tally(lane, tallies + first);
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

    uint64_t footprint() const override {
        return m_groups.footprint() + m_leaving.size() * sizeof(Leaving);
    }
    void error_nodes(uint64_t* bits) const override { m_groups.error_nodes(bits); }
};

}  // namespace

std::unique_ptr<TileKind> TG_FACTORY(VerilatedContext* context) { return std::make_unique<Kind>(context); }
