// A loop of vector instructions over the tiles that are computed together, TG_LANES of them. No lane reads
// what another one writes.
#pragma once
#define TG_EACH_LANE _Pragma("omp simd") for (unsigned lane = 0; lane < TG_LANES; ++lane)
