// Nodes divided among threads. Thread t has the nodes of partition t, and only it writes their state. All
// threads meet at a barrier after every clock edge.
#pragma once
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

// A barrier that spins for a while and then sleeps. A thread with a core for itself goes on within a
// microsecond. A thread that waits for one without a core leaves its core to that one.
class TgBarrier {
    static constexpr unsigned s_spins = 2000;
    const uint32_t m_threads;
    std::atomic<uint32_t> m_arrived{0};
    std::atomic<uint32_t> m_phase{0};
    std::mutex m_mutex;
    std::condition_variable m_passed;

    void open(uint32_t phase) {
        m_arrived.store(0, std::memory_order_relaxed);
        {
            const std::lock_guard<std::mutex> lock{m_mutex};
            m_phase.store(phase + 1, std::memory_order_release);
        }
        m_passed.notify_all();
    }

    bool passed(uint32_t phase) const { return m_phase.load(std::memory_order_acquire) != phase; }

    static void pause() {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }

public:
    explicit TgBarrier(uint32_t threads)
        : m_threads{threads} {}

    void wait() {
        const uint32_t phase = m_phase.load(std::memory_order_acquire);
        if (m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == m_threads) return open(phase);
        for (unsigned spin = 0; spin < s_spins; ++spin) {
            if (passed(phase)) return;
            pause();
        }
        std::unique_lock<std::mutex> lock{m_mutex};
        m_passed.wait(lock, [&] { return passed(phase); });
    }
};

// Threads that do one piece of work after the other, each its part. The caller is the first of them.
class TgThreads {
    TgBarrier m_gate;
    std::function<void(uint32_t)> m_work;
    bool m_over = false;
    std::vector<std::thread> m_threads;

    void follow(uint32_t t) {
        for (;;) {
            m_gate.wait();
            if (m_over) return;
            m_work(t);
            m_gate.wait();
        }
    }

public:
    explicit TgThreads(uint32_t threads)
        : m_gate{threads} {
        for (uint32_t t = 1; t < threads; ++t) m_threads.emplace_back([this, t] { follow(t); });
    }

    ~TgThreads() {
        if (m_threads.empty()) return;
        m_over = true;
        m_gate.wait();
        for (std::thread& thread : m_threads) thread.join();
    }

    // Runs work(t) on every thread t. Returns when all are done.
    void run(std::function<void(uint32_t)> work) {
        if (m_threads.empty()) return work(0);
        m_work = std::move(work);
        m_gate.wait();
        m_work(0);
        m_gate.wait();
    }

    // Called in work(t): returns when all threads have called it.
    void meet() {
        if (!m_threads.empty()) m_gate.wait();
    }
};

// The first node of partition t. It is a multiple of 32, so no word of a vector with a bit for each link has
// bits of two partitions.
inline uint32_t tg_bound(uint32_t nodes, uint32_t threads, uint32_t t) {
    if (t == threads) return nodes;
    return static_cast<uint32_t>(static_cast<uint64_t>(nodes) * t / threads / 32 * 32);
}

// Writes the entries of all partitions in the order of their clock edges, and within an edge by partition.
// Returns their number.
template <class Entry, class Partitions, class Log>
uint64_t tg_merge(const Partitions& partitions, Log log, uint64_t steps, Entry* out) {
    if (partitions.size() == 1) {
        return std::copy(log(*partitions[0]).begin(), log(*partitions[0]).end(), out) - out;
    }
    std::vector<size_t> next(partitions.size(), 0);
    Entry* end = out;
    for (uint64_t step = 0; step < steps; ++step) {
        for (size_t t = 0; t < partitions.size(); ++t) {
            const std::vector<Entry>& from = log(*partitions[t]);
            while (next[t] < from.size() && from[next[t]].step == step) *end++ = from[next[t]++];
        }
    }
    return static_cast<uint64_t>(end - out);
}
