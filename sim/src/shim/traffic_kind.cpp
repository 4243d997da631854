// One kind of buffered tile: TG_MODEL, verilated from one module, with a seat per node. Compiled once per kind;
// the macros come from the kind's generated header, the port names from docs/buffered.md.
#include "edge.h"
#include "traffic.h"

namespace {

// A port of `bits` bits from its words, or to them; the words behind it.
template <class T>
const uint32_t* take_in(T& port, unsigned bits, const uint32_t* words) {
    const unsigned count = (bits + 31) / 32;
    if constexpr (std::is_integral<T>::value) {
        const uint32_t pair[2] = {words[0], count > 1 ? words[1] : 0};
        tgt_assign(port, pair);
    } else {
        tgt_assign(port, words);
    }
    return words + count;
}

template <class T>
uint32_t* hand_out(const T& port, unsigned bits, uint32_t* words) {
    return std::copy_n(TgWords<T>{port}.get(), (bits + 31) / 32, words);
}

struct Seat {
    TG_ROOT* root;
    uint32_t node;
    uint32_t lane;  // the first of its processor
    uint32_t from[TG_PORT_SLOTS];
};

class Kind final : public TileKind {
    VerilatedContext* const m_context;
    std::vector<Seat> m_seats;
    std::vector<std::unique_ptr<TG_MODEL>> m_models;  // of the seats

    static void gather(const Seat& seat, const TgEdge& edge) {
        const size_t first = static_cast<size_t>(seat.node) * TG_PORT_SLOTS;
#define TG_GATHER(q) \
    { \
        const TgLink& link = edge.now[seat.from[q]]; \
        seat.root->rx_valid_##q##_i = link.valid; \
        seat.root->rx_head_##q##_i = link.head; \
        seat.root->rx_data_##q##_i = link.data; \
        seat.root->tx_credit_##q##_i = edge.credit[first + q]; \
        tgt_count_credits(edge.tallies + (first + q) * TG_CHANNELS, edge.credit[first + q]); \
    }
        TG_PORTS(TG_GATHER)
    }

    static void scatter(const Seat& seat, TgEdge& edge) {
        const size_t first = static_cast<size_t>(seat.node) * TG_PORT_SLOTS;
        TgLink* const out = edge.next + first;
        uint64_t sent = 0;
#define TG_SCATTER(q) \
    out[q].valid = seat.root->tx_valid_##q##_o; \
    out[q].head = seat.root->tx_head_##q##_o; \
    out[q].data = seat.root->tx_data_##q##_o; \
    if (out[q].valid) tgt_count_flit(edge.tallies + (first + q) * TG_CHANNELS, out[q].head); \
    edge.returned[seat.from[q]] = seat.root->rx_credit_##q##_o; \
    sent |= static_cast<uint64_t>(out[q].valid) << q;
        TG_PORTS(TG_SCATTER)
        edge.valid[first / 64] |= sent << (first % 64);
        if (first % 64 + TG_PORT_SLOTS > 64) edge.valid[first / 64 + 1] |= sent >> (64 - first % 64);
    }

#if TG_PROCESSOR
    static bool is_ready(const TgEdge& edge, uint32_t lane) { return !edge.held && !(*edge.stuck)[lane]; }

    // Offers the first flit of each lane whose time has come; it enters if the lane is ready now.
    static void offer(const Seat& seat, TgEdge& edge) {
#define TG_OFFER(l) \
    { \
        TgQueue& queue = edge.queues[seat.lane + l]; \
        const bool waits = queue.next < queue.flits.size() && queue.flits[queue.next].cycle <= edge.cycle; \
        seat.root->inject_valid_##l##_i = waits && !edge.reset; \
        if (waits && !edge.reset) { \
            const TgFlit& flit = queue.flits[queue.next]; \
            seat.root->inject_head_##l##_i = flit.head; \
            tgt_set(seat.root->inject_data_##l##_i, flit.serial); \
            TG_SET_PORT(seat.root, flit.port); \
            if (seat.root->inject_ready_##l##_o) { \
                edge.entered->push_back({edge.step, seat.lane + l, flit.serial, 0, 0}); \
                ++queue.next; \
            } \
        } \
        seat.root->eject_ready_##l##_i = is_ready(edge, seat.lane + l); \
    }
        TG_LANES(TG_OFFER)
    }

    // What left by this edge: it stood there before, and was taken.
    static void collect(const Seat& seat, TgEdge& edge) {
#define TG_COLLECT(l) \
    if (!edge.reset && seat.root->eject_valid_##l##_o && is_ready(edge, seat.lane + l)) { \
        edge.left->push_back(tgt_seen(edge.step, seat.lane + l, seat.root->eject_data_##l##_o)); \
        edge.left->back().last = TG_LAST(seat.root, l); \
    }
        TG_LANES(TG_COLLECT)
    }
#endif

public:
    explicit Kind(VerilatedContext* context)
        : m_context{context} {}

    ~Kind() override {
        for (auto& model : m_models) model->final();
    }

    void place(const TgNetwork& network, uint32_t node) override {
        const uint32_t lane = network.processor[node] * TG_LANE_SLOTS;
        m_models.push_back(std::make_unique<TG_MODEL>(m_context, ""));
        Seat seat{m_models.back()->rootp, node, lane, {}};
        std::copy_n(network.from + static_cast<size_t>(node) * TG_PORT_SLOTS, TG_PORT_SLOTS, seat.from);
        // Flits that arrive travelling up came over the wrap link where the coordinate is 0, travelling down
        // where it is the last.
        [[maybe_unused]] const uint32_t* const x = network.coordinates + static_cast<size_t>(node) * network.dims;
#define TG_WRAP(q) seat.root->wrap_##q##_i = x[q / 2] == (q % 2 ? network.radices[q / 2] - 1 : 0);
        TG_WRAPPED(TG_WRAP)
        tg_settle(*m_models.back());
        m_seats.push_back(seat);
    }

    void step(TgEdge& edge) override {
        for (size_t i = 0; i < m_seats.size(); ++i) {
            if (i + TG_AHEAD < m_seats.size()) tg_prefetch(m_seats[i + TG_AHEAD].root);
            const Seat& seat = m_seats[i];
            gather(seat, edge);
            seat.root->rst_ni = !edge.reset;
#if TG_PROCESSOR
            collect(seat, edge);
            offer(seat, edge);
#endif
            tg_edge(*m_models[i], *seat.root);
            scatter(seat, edge);
            edge.any_error |= seat.root->error_o;
        }
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

    uint64_t footprint() const override { return m_seats.size() * (sizeof(TG_ROOT) + sizeof(Seat)); }

    void error_nodes(uint64_t* bits) const override {
        for (const Seat& seat : m_seats) {
            if (seat.root->error_o) bits[seat.node / 64] |= 1ULL << (seat.node % 64);
        }
    }
};

}  // namespace

std::unique_ptr<TileKind> TG_FACTORY(VerilatedContext* context) { return std::make_unique<Kind>(context); }
