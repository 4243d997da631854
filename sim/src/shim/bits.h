// Bit slices of Verilator's port types, and the source and destination in a payload.
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "abi.h"
#include "config.h"
#include "verilated.h"

// The type that Verilator gives a port of this many bits.
template <unsigned BITS>
using TgPort = std::conditional_t<
    BITS <= 8, CData,
    std::conditional_t<BITS <= 16, SData,
                       std::conditional_t<BITS <= 32, IData,
                                          std::conditional_t<BITS <= 64, QData, VlWide<(BITS + 31) / 32>>>>>;

// A port as 32-bit words, whatever its type is: wide ones in place, narrow ones copied.
template <class T, bool NARROW = std::is_integral<T>::value>
class TgWords {
    uint32_t m_words[2];

public:
    explicit TgWords(T value)
        : m_words{static_cast<uint32_t>(value), static_cast<uint32_t>(static_cast<uint64_t>(value) >> 32)} {}
    const uint32_t* get() const { return m_words; }
    static constexpr unsigned size() { return 2; }
};

template <class T>
class TgWords<T, false> {
    const uint32_t* m_words;

public:
    explicit TgWords(const T& value)
        : m_words{&value[0]} {}
    const uint32_t* get() const { return m_words; }
    static constexpr unsigned size() { return sizeof(T) / 4; }
};

// Sets a port or a row of a ROM from `count` words, at least one. The bits above them become 0.
template <class To>
inline std::enable_if_t<std::is_integral<To>::value> tg_set(To& to, const uint32_t* words, unsigned count) {
    to = static_cast<To>(words[0] | (count > 1 ? static_cast<uint64_t>(words[1]) << 32 : 0));
}

template <class To>
inline std::enable_if_t<!std::is_integral<To>::value> tg_set(To& to, const uint32_t* words, unsigned count) {
    for (unsigned w = 0; w < sizeof(To) / 4; ++w) to[w] = w < count ? words[w] : 0;
}

template <class To, class From>
constexpr bool tg_both_narrow() {
    return std::is_integral<To>::value && std::is_integral<From>::value;
}

// Copies a value to a port of another width. Bits that the value does not have become 0.
template <class To, class From>
inline std::enable_if_t<tg_both_narrow<To, From>()> tg_copy(To& to, const From& from) {
    to = static_cast<To>(from);
}

template <class To, class From>
inline std::enable_if_t<!tg_both_narrow<To, From>()> tg_copy(To& to, const From& from) {
    const TgWords<From> words{from};
    tg_set(to, words.get(), TgWords<From>::size());
}

// Returns `count` (1..32) bits from bit `low` on.
inline uint32_t tg_take(const uint32_t* words, uint64_t low, unsigned count) {
    uint64_t pair = words[low / 32];
    if (low % 32 + count > 32) pair |= static_cast<uint64_t>(words[low / 32 + 1]) << 32;
    return static_cast<uint32_t>((pair >> (low % 32)) & ((1ULL << count) - 1));
}

struct TgEnds {
    uint32_t source;
    uint32_t destination;
    uint32_t dirty;
};

// Returns whether some bit from `low` up to `end` differs from `fill`, which is 0 or all ones.
inline bool tg_any(const uint32_t* words, uint64_t low, uint64_t end, uint32_t fill) {
    for (; low < end; low += 32) {
        const unsigned count = static_cast<unsigned>(std::min<uint64_t>(32, end - low));
        if (tg_take(words, low, count) != (fill & ((1ULL << count) - 1))) return true;
    }
    return false;
}

// The ends in a payload {source, destination}. Each is half of the bits; ids have at most 32 bits, the rest
// has to be 0.
inline TgEnds tg_ends(const uint32_t* words, uint64_t low, unsigned bits) {
    const unsigned half = bits / 2;
    const unsigned id = std::min(32U, half);
    const bool dirty =
        tg_any(words, low + id, low + half, 0) || tg_any(words, low + half + id, low + bits, 0);
    return {tg_take(words, low + half, id), tg_take(words, low, id), dirty};
}

// The same for a payload on a link. If it has a mark bit and that is 1, the payload is inverted. With
// message memories there may be more bits above the ids, which the bench itself checks.
template <unsigned BITS>
inline TgEnds tg_sent(const uint32_t* words, uint64_t low) {
    constexpr unsigned half = BITS / 2;
    constexpr unsigned high_id = TG_TAGGED ? TG_SOURCE_BITS : std::min(32U, half);
    constexpr unsigned low_id = TG_TAGGED ? TG_DESTINATION_BITS : std::min(32U, half);
    const uint32_t fill = TG_MARKED && tg_take(words, low + BITS - 1, 1) ? ~0U : 0;
    const uint32_t source = tg_take(words, low + half, high_id) ^ (fill & ((1ULL << high_id) - 1));
    const uint32_t destination = tg_take(words, low, low_id) ^ (fill & ((1ULL << low_id) - 1));
    const bool dirty = !TG_TAGGED && (tg_any(words, low + low_id, low + half, fill)
                                      || tg_any(words, low + half + high_id, low + BITS, fill));
    return {source, destination, dirty};
}

template <unsigned BITS, class T>
inline TgEnds tg_payload(const T& payload) {
    return tg_sent<BITS>(TgWords<T>{payload}.get(), 0);
}

// Calls `act(index)` for every set bit, the lowest first.
template <class Act>
inline void tg_each_bit(const uint64_t* words, uint64_t count, Act act) {
    for (uint64_t w = 0; w < count; ++w) {
        for (uint64_t left = words[w]; left; left &= left - 1) act(64 * w + __builtin_ctzll(left));
    }
}

inline void tg_log_ejection(
    std::vector<TgEjection>& log, uint32_t step, uint32_t local_port, const TgEnds& ends) {
    log.push_back({step, local_port, ends.source, ends.destination, ends.dirty});
}
