import { availableParallelism, loadavg } from 'node:os'

/** Processes that want each core, averaged over the last minute; at least 1. */
const sharing = (): number => Math.max(1, (loadavg()[0] ?? 1) / availableParallelism())

/**
 * What a time that the service promises on a machine of its own comes to on this one, in milliseconds: on shared cores
 * everything waits for its turn, so as many times as much.
 */
export const onSharedCores = (promisedMs: number): number => promisedMs * sharing()
