// A ROM that all instances of a verilated class have in common (see build/rom.rs). Every instance's set-up
// writes the same values.
#pragma once
#include <cstddef>

// One copy for each owner and number.
template <class Owner, int ID, class Memory>
class TgShared {
    static inline Memory s_memory;

public:
    template <class Index>
    auto& operator[](Index index) { return s_memory[index]; }
    template <class Index>
    const auto& operator[](Index index) const { return s_memory[index]; }
    template <class Index>
    auto& at(Index index) { return s_memory.at(index); }
};
