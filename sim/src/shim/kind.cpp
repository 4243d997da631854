// One kind of tile: TG_MODEL, verilated from one module, with one instance per node. It is compiled once per
// kind. The macros come from the kind's generated header, the port names from the emitted Verilog.
#include <vector>

#include "group.h"
#include "rom.h"
#include "tile.h"

namespace {

class Kind final : public TileKind {
    VerilatedContext* const m_context;
    TgGroups m_groups;
    TgRoms m_roms;

#if TG_PROCESSOR
    static void collect(const TgGroup& group, TgEdge& edge) {
#define TG_COLLECT(q) \
    for (unsigned lane = 0; lane < group.count; ++lane) { \
        if (TG_IO(group, eject_valid_##q##_o)[lane]) { \
            tg_log_ejection(*edge.ejections, edge.step, group.processor[lane] * TG_LOCAL_PORT_SLOTS + q, \
                            tg_payload<TG_DATA_BITS>(TG_IO(group, eject_data_##q##_o)[lane])); \
        } \
    }
        TG_LOCAL_PORTS(TG_COLLECT)
    }

    static bool done(const TgGroup& group) {
#if TG_HOST
        const auto* const busy = &TG_IO(group, busy_o)[0];
        return std::find(busy, busy + group.count, 1) == busy + group.count;
#else
        const auto* const done = &TG_IO(group, done_o)[0];
        return std::find(done, done + group.count, 0) == done + group.count;
#endif
    }
#endif

#if TG_PROCESSOR && TG_HOST
    // Drives the host's port of a processor's memory for the next edge.
    static void ask(const TgGroup& group, unsigned lane, const TgEdge& edge) {
        const TgHost* const host = edge.host;
        const size_t access = at(group, lane, edge);
        const uint32_t address = host ? host->address[access] : TG_ABSENT;
        TG_IO(group, mem_write_i)[lane] = address != TG_ABSENT && host->write;
        if (address == TG_ABSENT) return;
        TG_IO(group, mem_addr_i)[lane] = address;
        if (!host->write) return;
        tg_set(TG_IO(group, mem_data_i)[lane], host->data + access * host->words, host->words);
    }

    // Stores the data that this edge read at the port.
    static void answer(const TgGroup& group, unsigned lane, const TgEdge& edge) {
        TgHost* const host = edge.host;
        const size_t access = at(group, lane, edge);
        if (!host || host->write || host->address[access] == TG_ABSENT) return;
        const auto& data = TG_IO(group, mem_data_o)[lane];
        std::copy_n(TgWords<std::decay_t<decltype(data)>>{data}.get(), host->words,
                    host->data + access * host->words);
    }

    // The number of a processor's access.
    static size_t at(const TgGroup& group, unsigned lane, const TgEdge& edge) {
        return static_cast<size_t>(edge.step) * edge.processors + group.processor[lane];
    }
#endif

public:
    explicit Kind(VerilatedContext* context)
        : m_context{context} {}

    void place(const TgNetwork& network, const TgPlaces& places, uint32_t node) override {
        const auto strap = [&]([[maybe_unused]] const TgGroup& group, [[maybe_unused]] unsigned lane) {
#define TG_LOAD(name, member) m_roms.load(TG_IO(group, member)[lane], name, network, network.image[node]);
            TG_ROMS(TG_LOAD)
#define TG_SET(name, member) TG_IO(group, member)[lane] = TgRoms::number(network, name, network.image[node]);
            TG_NUMBERS(TG_SET)
#if TG_PROCESSOR && !TG_HOST
            const uint32_t* const x = network.coordinates + static_cast<size_t>(node) * network.dims;
            uint32_t id = 0;
            for (uint32_t dim = 0; dim < network.dims; ++dim) id = id * network.radices[dim] + x[dim];
            TG_IO(group, id_i)[lane] = id;
#define TG_STRAP(i) TG_IO(group, x_##i##_i)[lane] = x[i];
            TG_DIMS(TG_STRAP)
#endif
        };
        m_groups.place(network, places, node, m_context, strap);
    }

    void finish() override { m_groups.finish(); }

    void step(TgEdge& edge, TgRange places) override {
        m_groups.edges(places, edge.links, edge.reset, [&](const TgGroup& group, size_t) {
#if TG_PROCESSOR
            for (unsigned lane = 0; lane < group.count; ++lane) {
                TG_IO(group, start_i)[lane] = edge.start;
#if TG_HOST
                ask(group, lane, edge);
#endif
            }
#endif
        }, [&](const TgGroup& group, size_t) {
            edge.any_error |= TgGroups::failed(group);
#if TG_PROCESSOR
            collect(group, edge);
            edge.all_done &= done(group);
#if TG_HOST
            for (unsigned lane = 0; lane < group.count; ++lane) answer(group, lane, edge);
#endif
#endif
        });
    }

    uint64_t footprint() const override { return m_groups.footprint(); }
    void error_nodes(uint64_t* bits) const override { m_groups.error_nodes(bits); }
};

}  // namespace

std::unique_ptr<TileKind> TG_FACTORY(VerilatedContext* context) { return std::make_unique<Kind>(context); }
