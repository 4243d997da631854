// The fabric engine of buffered networks: the emitted network as one verilated model with stubs as nodes,
// and a queue of flits at every injection port of the top.
#include "stubs.h"

namespace {

class Net {
    VerilatedContext m_context;
    TgStubs m_stubs;  // before the network, which calls it until its own end
    TG_MODEL m_net{&m_context, ""};
    const uint64_t m_nodes, m_links;
    std::vector<TgQueue> m_queues;
    std::vector<bool> m_stuck;
    std::vector<TgFault> m_faults;
    std::vector<TgTally> m_tallies;
    bool m_held = false;

    // The place of a local port in the ports of the top, which leave out local ports that nodes do not have.
    static uint64_t place(uint64_t local_port) {
        constexpr unsigned local_ports[] = {
#define TG_LISTED_LOCAL_PORT(l) l,
            TG_LOCAL_PORTS(TG_LISTED_LOCAL_PORT)};
        constexpr unsigned count = sizeof(local_ports) / sizeof(local_ports[0]);
        const auto* const rank =
            std::find(local_ports, local_ports + count, local_port % TG_LOCAL_PORT_SLOTS);
        return local_port / TG_LOCAL_PORT_SLOTS * count + static_cast<uint64_t>(rank - local_ports);
    }

    static bool exists(uint64_t local_port) {
#define TG_IS_LOCAL_PORT(l) || local_port % TG_LOCAL_PORT_SLOTS == l
        return false TG_LOCAL_PORTS(TG_IS_LOCAL_PORT);
    }

    bool is_ready(uint64_t local_port) const { return !m_held && !m_stuck[local_port]; }

    // Offers the first flit of each local port if its time has come. It enters if the local port is ready
    // now.
    void offer(TgTraffic& traffic, uint32_t step) {
        auto* const root = m_net.rootp;
        const size_t local_ports = m_queues.size();
        std::vector<uint32_t> valid(local_ports / 32 + 2), ready(local_ports / 32 + 2),
            head(local_ports * TG_HEAD_BITS / 32 + 2), data(local_ports * TG_DATA_BITS / 32 + 2),
            port(local_ports * TG_PORT_BITS / 32 + 2);
        const TgWords<std::decay_t<decltype(root->inject_ready_o)>> takes{root->inject_ready_o};
        for (uint64_t local_port = 0; local_port < local_ports; ++local_port) {
            if (!exists(local_port)) continue;
            const uint64_t at = place(local_port);
            tgs_put(ready.data(), at, 1, is_ready(local_port));
            TgQueue& queue = m_queues[local_port];
            if (traffic.reset || queue.due() > traffic.cycle + step) continue;
            const TgFlit flit = queue.flits[queue.next];
            uint32_t words[(TG_DATA_BITS + 31) / 32 + 1] = {};
            tgt_words(flit.serial, words);
            tgs_put(valid.data(), at, 1, 1);
            tgs_put(head.data(), at * TG_HEAD_BITS, TG_HEAD_BITS, flit.head);
            tgs_put(port.data(), at * TG_PORT_BITS, TG_PORT_BITS, flit.port);
            for (unsigned low = 0; low < TG_DATA_BITS; low += 32) {
                const unsigned count = std::min(32U, TG_DATA_BITS - low);
                tgs_put(data.data(), at * TG_DATA_BITS + low, count, words[low / 32]);
            }
            if (!tg_take(takes.get(), at, 1)) continue;
            traffic.entered[traffic.entered_count++] = {
                step, static_cast<uint32_t>(local_port), flit.serial, 0, 0};
            ++queue.next;
        }
        tgt_assign(root->inject_valid_i, valid.data());
        tgt_assign(root->inject_head_i, head.data());
        tgt_assign(root->inject_data_i, data.data());
        TG_SET_PORTS(root, port.data());
        tgt_assign(root->eject_ready_i, ready.data());
    }

    // Records the flits that the next edge takes: they are at an ejection port now, and the port is ready.
    void collect(TgTraffic& traffic, uint32_t step) const {
        const auto* const root = m_net.rootp;
        const TgWords<std::decay_t<decltype(root->eject_valid_o)>> valid{root->eject_valid_o};
        const TgWords<std::decay_t<decltype(root->eject_data_o)>> data{root->eject_data_o};
        for (uint64_t local_port = 0; local_port < m_queues.size() && !traffic.reset; ++local_port) {
            if (!exists(local_port) || !is_ready(local_port)) continue;
            if (!tg_take(valid.get(), place(local_port), 1)) continue;
            TgSeen seen = payload(step, local_port, data.get(), place(local_port));
            seen.last = TG_LAST_OF(root, place(local_port));
            traffic.left[traffic.left_count++] = seen;
        }
    }

    static TgSeen payload(uint32_t step, uint64_t where, const uint32_t* data, uint64_t place) {
        uint32_t words[(TG_DATA_BITS + 31) / 32 + 1] = {};
        for (unsigned low = 0; low < TG_DATA_BITS; low += 32) {
            words[low / 32] = tg_take(data, place * TG_DATA_BITS + low, std::min(32U, TG_DATA_BITS - low));
        }
        return tgt_seen_words(step, static_cast<uint32_t>(where), words);
    }

    void trace(TgTraffic& traffic, uint32_t step, const uint64_t* valid) const {
        const auto& net = m_net.rootp->TGS_NET(data);
        const TgWords<std::decay_t<decltype(net)>> data{net};
        tg_each_bit(valid, (m_links + 63) / 64, [&](uint64_t link) {
            const auto* const rank = std::find(TGS_PORTS, TGS_PORTS + TGS_PORT_COUNT, link % TG_PORT_SLOTS);
            const auto port = static_cast<uint64_t>(rank - TGS_PORTS);
            const uint64_t at = link / TG_PORT_SLOTS * TGS_PORT_COUNT + port;
            traffic.hops[traffic.hop_count++] = payload(step, link, data.get(), at);
        });
    }

    // Applies the faults that are due. From outside only ejection ports can be broken.
    void strike(uint64_t cycle) {
        for (const TgFault& fault : m_faults) {
            if (fault.kind == 2 && cycle >= fault.cycle) m_stuck[fault.place] = true;
        }
    }

    void step(TgTraffic& traffic, uint32_t step) {
        auto* const root = m_net.rootp;
        strike(traffic.cycle + step);
        root->rst_ni = !traffic.reset;
        collect(traffic, step);
        offer(traffic, step);
        root->clk_i = 1;
        m_net.eval();
        root->clk_i = 0;
        m_net.eval();
        uint64_t* const valid = traffic.valid + step * ((m_links + 63) / 64);
        tgs_pack(root->link_valid_o, m_links, valid);
        traffic.error[step] = root->error_o;
        tgs_count(
            m_nodes, root->TGS_NET(valid), root->TGS_NET(head), root->TGS_NET(credit), m_tallies.data());
        if (traffic.hops) trace(traffic, step, valid);
    }

public:
    explicit Net(const TgNetwork& network)
        : m_nodes{network.nodes}
        , m_links{static_cast<uint64_t>(network.nodes) * TG_PORT_SLOTS}
        , m_queues(static_cast<size_t>(network.processors) * TG_LOCAL_PORT_SLOTS)
        , m_stuck(m_queues.size(), false)
        , m_tallies(m_links * TG_CHANNELS) {
        m_stubs.enter();
        m_net.eval();
    }

    // Removes the scopes of public nets from the thread's context.
    ~Net() {
        Verilated::threadContextp(&m_context);
        m_net.final();
    }

    void run(TgTraffic& traffic) {
        m_stubs.enter();
        tgt_queue(m_queues, traffic);
        traffic.entered_count = traffic.left_count = traffic.hop_count = 0;
        for (uint64_t i = 0; i < traffic.steps; ++i) step(traffic, static_cast<uint32_t>(i));
        if (traffic.reset) std::fill(m_tallies.begin(), m_tallies.end(), TgTally{});
    }

    void hold(bool held) { m_held = held; }

    void fault(const TgFault& fault) { m_faults.push_back(fault); }

    void tallies(TgTally* all) const { std::copy(m_tallies.begin(), m_tallies.end(), all); }

    void error_nodes(uint64_t* bits) const {
        tgs_pack(m_net.rootp->TGS_ERRORS, m_nodes, bits);
    }
};

}  // namespace

uint32_t tgt_abi() { return TGT_ABI; }
void* tgt_create(const TgNetwork* network) { return new Net{*network}; }
void tgt_destroy(void* simulation) { delete static_cast<Net*>(simulation); }
void tgt_run(void* simulation, TgTraffic* traffic) { static_cast<Net*>(simulation)->run(*traffic); }
void tgt_hold(void* simulation, uint32_t held) { static_cast<Net*>(simulation)->hold(held != 0); }
void tgt_fault(void* simulation, const TgFault* fault) { static_cast<Net*>(simulation)->fault(*fault); }
uint64_t tgt_footprint(const void*) { return sizeof(TG_ROOT); }
uint32_t tgt_channels() { return TG_CHANNELS; }
void tgt_tallies(void* simulation, TgTally* all) { static_cast<Net*>(simulation)->tallies(all); }
void tgt_error_nodes(void* simulation, uint64_t* bits) { static_cast<Net*>(simulation)->error_nodes(bits); }
const TgByLink* tgt_links() { return nullptr; }
const TgByLink* tgt_credits() { return nullptr; }
