// The C ABI between a simulation library and its driver. `sim/src/ffi.rs`, `ffi/raw.rs`, `ffi/by_link.rs` and
// `engine/batch.rs` mirror it field by field. A change of one needs the same change of the other, and another
// TG_ABI.
#pragma once
#include <cstdint>

#define TG_ABI 9
#define TG_ABSENT UINT32_MAX

extern "C" {

// The contents of a ROM.
struct TgContents {
    const char* name;      // name of the module, without network and class
    uint32_t image;
    uint32_t rows;
    uint32_t words;        // 32-bit words of a row
    uint32_t pad;
    const uint32_t* data;  // [rows * words] least significant word first
};

// The network: its nodes, their tiles and links. All arrays belong to the caller; only tg_create reads them.
struct TgNetwork {
    uint32_t nodes;
    uint32_t dims;
    uint32_t processors;
    uint32_t threads;             // number of threads for the nodes, at least 1
    uint32_t arriving;            // links of other processes that end here; ids after the own ones
    uint64_t cached;              // bytes of links and registers that stay in a cache between clock edges
    const uint32_t* radices;      // [dims]
    const uint32_t* kind;         // [nodes] shape of a node's tile
    const uint32_t* image;        // [nodes] number of the contents of its ROMs
    const uint32_t* processor;    // [nodes] index of its processor, or TG_ABSENT
    const uint32_t* from;         // [nodes * 2 dims] link that arrives in this direction
    const uint32_t* stages;       // [nodes * 2 dims + arriving] registers on the link with this id
    const uint32_t* coordinates;  // [nodes * dims]
    const TgContents* contents;
    uint64_t contents_count;
};

// A message that was ejected.
struct TgEjection {
    uint32_t step;         // index of the clock edge in the batch
    uint32_t local_port;         // processor * local ports of each + local port
    uint32_t source;       // low 32 bits of the payload's high half
    uint32_t destination;  // low 32 bits of the payload's low half
    uint32_t dirty;        // 1: some other payload bit is set
};

// A message on a link.
struct TgHop {
    uint32_t step;
    uint32_t link;
    uint32_t source;
    uint32_t destination;
};

// Accesses to the host's ports of message memories, one for each clock edge and processor.
struct TgHost {
    uint32_t write;           // 1: writes, 0: reads
    uint32_t words;           // 32-bit words of a flit
    const uint32_t* address;  // [steps * processors], or TG_ABSENT
    uint32_t* data;           // [steps * processors * words]
};

// A batch of `steps` clock edges. Entry i of every log is the state after edge i. Buffers belong to the
// caller and hold the worst case: steps * local ports ejections, steps * links hops.
struct TgBatch {
    uint64_t steps;
    uint32_t reset;        // 1: rst_ni is low during these edges
    const uint8_t* start;  // [steps] start_i before each edge
    uint64_t* valid;       // [steps * words] bit = link id
    uint8_t* status;       // [steps] bit 0: done, bit 1: error
    TgEjection* ejections;
    uint64_t ejected;
    TgHop* hops;           // null: links are not traced
    uint64_t hopped;
    TgHost* host;          // null: the host's ports are idle
};

// Functions that read and write the state of some links after the last clock edge, `bytes` for each link. Of
// idle links zeros are written.
struct TgByLink {
    uint32_t bytes;
    uint32_t pad;
    void (*read)(void* simulation, const uint32_t* links, uint64_t count, uint8_t* bytes);
    void (*write)(void* simulation, const uint32_t* links, uint64_t count, const uint8_t* bytes);
};

#define TG_EXPORT __attribute__((visibility("default")))
TG_EXPORT uint32_t tg_abi();
TG_EXPORT void* tg_create(const TgNetwork* network);
TG_EXPORT void tg_destroy(void* simulation);
TG_EXPORT void tg_run(void* simulation, TgBatch* batch);
// The bytes of registers and links that a clock edge visits.
TG_EXPORT uint64_t tg_footprint(const void* simulation);
// The clock edges that are made in one pass over the nodes, if the network is larger than the cache.
TG_EXPORT uint64_t tg_together(const void* simulation);
// The states of links. Null if the engine does not give them.
TG_EXPORT const TgByLink* tg_links();
// Sets the bit of every node whose error output is high, if the engine can see it.
TG_EXPORT void tg_error_nodes(void* simulation, uint64_t* bits);
}
