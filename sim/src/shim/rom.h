// A ROM whose contents are given with the network (see build/shapes.rs). All tiles of a class share one
// copy.
#pragma once
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "abi.h"
#include "bits.h"
#include "verilated.h"

// Replaces the memory in the verilated class. Set-up code may write to it before `point` gives it its rows;
// each thread has a place for that, as threads may set up networks of one library at once.
template <class Memory>
class TgRom {
    static thread_local Memory s_nothing;
    Memory* m_rows = &s_nothing;

public:
    using Type = Memory;
    template <class Index>
    auto& operator[](Index index) { return (*m_rows)[index]; }
    template <class Index>
    const auto& operator[](Index index) const { return (*m_rows)[index]; }
    template <class Index>
    auto& at(Index index) { return m_rows->at(index); }
    void point(Memory* rows) { m_rows = rows; }
};

template <class Memory>
thread_local Memory TgRom<Memory>::s_nothing;

// The contents of the ROMs of one kind of tile, one copy for each class.
class TgRoms {
    std::map<std::pair<std::string, uint32_t>, std::shared_ptr<void>> m_copies;

    static const TgContents& find(const TgNetwork& network, const std::string& name, uint32_t image) {
        for (uint32_t i = 0; i < network.contents_count; ++i) {
            const TgContents& found = network.contents[i];
            if (found.image == image && name == found.name) return found;
        }
        static const TgContents s_none{};
        return s_none;
    }

    template <class Memory>
    static std::shared_ptr<Memory> filled(const TgContents& from) {
        auto memory = std::make_shared<Memory>();
        for (uint32_t row = 0; row < from.rows; ++row) {
            tg_set((*memory)[row], from.data + static_cast<size_t>(row) * from.words, from.words);
        }
        return memory;
    }

public:
    // The network's value of a number that was taken out of a module. Every such number was read from that
    // module.
    static uint64_t number(const TgNetwork& network, const char* name, uint32_t image) {
        const TgContents& found = find(network, name, image);
        if (!found.data) std::abort();
        return found.data[0] | static_cast<uint64_t>(found.data[1]) << 32;
    }

    template <class Memory>
    void load(TgRom<Memory>& rom, const char* name, const TgNetwork& network, uint32_t image) {
        auto& copy = m_copies[{name, image}];
        if (!copy) copy = filled<Memory>(find(network, name, image));
        rom.point(static_cast<Memory*>(copy.get()));
    }
};
