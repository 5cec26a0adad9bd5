import { memoryBlobs } from '../support/memory/blobs.ts'
import { memoryLeaseRows } from '../support/memory/lease-rows.ts'
import { memoryLog } from '../support/memory/log.ts'
import { memorySecretStore } from '../support/memory/secrets.ts'
import { memoryViews } from '../support/memory/views.ts'
import { volatileTable } from '../support/memory/volatile-table.ts'
import { openAim } from './aim.ts'
import { openConditions } from './conditions.ts'
import { type Machine, openMachine } from './machine.ts'
import { openMailServer } from './mail-server.ts'
import { randomFrom } from './random.ts'
import { openTimeline } from './timeline.ts'

type Options = {
  readonly seed: number
  /** Milliseconds that every message needs at first. */
  readonly latencyMs: number
  /** Receives what happens, line by line. */
  readonly onNote?: ((line: string) => void) | undefined
}

/** Everything that the machines of a simulation share: time, and the stores, which never fail to keep what they have. */
export const openWorld = ({ seed, latencyMs, onNote }: Options) => {
  const random = randomFrom(seed)
  const timeline = openTimeline()
  return {
    random,
    timeline,
    conditions: openConditions(random.fork(), latencyMs),
    log: memoryLog(),
    views: memoryViews(),
    table: volatileTable(),
    leases: memoryLeaseRows(),
    secretStore: memorySecretStore(),
    blobs: memoryBlobs(() => new Date(timeline.now())),
    aim: openAim(),
    mailServer: openMailServer(timeline.now),
    /** Problems that machines logged as errors. */
    errors: [] as string[],
    /** A new machine; `ahead`: how far its wall clock is ahead, in milliseconds. */
    machine: (name: string, ahead = 0): Machine => openMachine(name, timeline, random.fork(), ahead),
    /** Notes what happens, for whoever looks into a failure. */
    note: onNote ? (what: () => string) => onNote(`${timeline.now().toFixed(1).padStart(9)}  ${what()}`) : () => {},
  }
}
export type World = ReturnType<typeof openWorld>
