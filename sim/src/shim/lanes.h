// A vector of TG_LANES tiles, which are computed together (build/lanes): each member is an array with an
// element for each tile, its lane.
#pragma once
#include <cstdint>
#include <type_traits>

#include "each_lane.h"
#include "verilated.h"

// A loop like TG_EACH_LANE for what has no vector instruction, such as a store to an address of each lane.
#define TG_ONE_BY_ONE for (unsigned lane = 0; lane < TG_LANES; ++lane)

// A function of a clock edge. gcc 12.2, from -O1 on, took some of them for functions without an effect and
// left out their calls: it did not see that pointers which it computed from several others (its induction
// variables) lead to the vector. So each function stands for itself, and flags turn off such pointers.
#define TG_PART __attribute__((noipa)) static void

// `one` if the condition is not 0, else `other`, without a branch.
template <class Condition, class One, class Other>
inline auto tg_choose(Condition condition, One one, Other other) {
    using Value = std::decay_t<decltype(true ? one : other)>;
    using Bits = std::make_unsigned_t<std::conditional_t<std::is_same<Value, bool>::value, CData, Value>>;
    const Bits mask = static_cast<Bits>(-static_cast<Bits>(condition != 0));
    return static_cast<Value>((static_cast<Bits>(one) & mask) | (static_cast<Bits>(other) & ~mask));
}

// Whether a condition holds in some lane.
inline bool tg_any(const CData* condition) {
    CData any = 0;
    for (unsigned lane = 0; lane < TG_LANES; ++lane) any |= condition[lane];
    return any;
}

// Gives one lane of a member its value in a tile.
template <class Value>
inline void tg_fill(Value (&member)[TG_LANES], const Value& value, unsigned lane) {
    member[lane] = value;
}

template <class Element, size_t COUNT, class Value>
inline void tg_fill(Element (&member)[COUNT], const Value& value, unsigned lane) {
    for (size_t i = 0; i < COUNT; ++i) tg_fill(member[i], value[i], lane);
}

// A vector at the beginning of a cache line. `new` does not align it before C++17.
template <class Vector>
class TgAligned {
    char m_memory[sizeof(Vector) + 64];

public:
    Vector& get() {
        const uintptr_t at = reinterpret_cast<uintptr_t>(m_memory);
        return *reinterpret_cast<Vector*>((at + 63) / 64 * 64);
    }
};

// Prefetches one of `parts` parts of the vector that is computed next, if any.
template <class Vector>
inline void tg_prefetch(const Vector* next, size_t part, size_t parts) {
    constexpr size_t lines = (sizeof(Vector) + 63) / 64;
    const char* const memory = reinterpret_cast<const char*>(next);
    const size_t end = next ? lines * (part + 1) / parts : 0;
    for (size_t line = lines * part / parts; line < end; ++line) __builtin_prefetch(memory + 64 * line, 1, 2);
}
