import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { projections as allProjections } from '../../../projections/projections.ts'
import type { Aggregate, DomainEvent } from '../../../src/domain/shared/decider.ts'
import type { AnyProcess } from '../../../src/engine/react/process.ts'
import { type ProcessRunner, runProcesses } from '../../../src/engine/react/run-processes.ts'
import { foldBatch, foldNow, openFold } from '../../../src/engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../src/engine/read/projection.ts'
import { openExecutor, type WorkContext } from '../../../src/engine/write/execute.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import type { Change, FoldStore, ViewRef } from '../../../src/ports/read-models.ts'
import { memoryLog } from './log.ts'
import { memoryReadModels } from './read-models.ts'

/** A clock whose wall time and monotonic time a test moves, together or separately. */
export const twoHandedClock = (start = Date.parse('2026-03-01T12:00:00.000Z')) => {
  let wall = start
  let steady = 0
  return {
    now: () => new Date(wall),
    monotonic: () => steady,
    pass: (ms: number) => {
      wall += ms
      steady += ms
    },
    /** Sets the wall clock; no time passes. */
    jump: (ms: number) => {
      wall += ms
    },
  }
}

/** A log that projects every append before confirming it. */
export const memoryStores = (projections: readonly AnyProjection[] = allProjections) => {
  const readModels = memoryReadModels()
  const stored = new Map<ViewRef, Map<string, Change>>(projections.map(p => [p, new Map()]))
  const store: FoldStore = {
    load: wanted =>
      new Map(Array.from(wanted, ([view, ids]) => [view, ids.flatMap(id => stored.get(view)?.get(id) ?? [])])),
    write: ({ changes }) => {
      for (const [view, list] of changes)
        for (const change of list) {
          stored.get(view)?.set(change.id, change)
          readModels.put(view, change.id, JSON.parse(change.json ?? 'null'), change.position)
        }
    },
  }
  const fold = openFold(new Map(projections.map(view => [view, 0n])), {
    cache: { characters: 1_000_000, documents: 1_000 },
    writes: 'each batch',
    onFailure: ({ error }) => {
      throw error
    },
  })
  let done = 0
  const log = memoryLog(position => {
    const news = log.events.slice(done)
    done = log.events.length
    foldNow(foldBatch(fold, news, position), store)
    readModels.moveTo(position)
  })
  return { log, readModels }
}

/** Milliseconds until a test gives up: far more than a busy machine needs. */
const limitMs = 180_000

/** Resolves when `is` becomes true, checked on every turn of the event loop; fails after three minutes. */
export const comesTrue = async (is: () => boolean, what: string): Promise<void> => {
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; ) {
    if (is()) return
    await new Promise(setImmediate)
  }
  assert.unreachable(`never became true: ${what}`)
}

/** Lets all pending work finish. */
export const settles = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
}

type Ends = { readonly ports: Ports; readonly problems: { fields: object; message: string }[] }

/** Processes on in-memory stores, on any number of nodes; a lease is 15 s (ARCH-28). */
export const memoryNodes = (fakes: Partial<Ports> = {}) => {
  const clock = twoHandedClock()
  const { log, readModels } = memoryStores()
  const problems: Ends['problems'] = []
  const note = (fields: object, message: string) => void problems.push({ fields, message })
  const ports = {
    log,
    readModels,
    clock,
    logger: { debug: note, info: note, warn: note, error: note },
    config: { publicUrl: '', mailLimit: 'off' },
    ...fakes,
  } as unknown as Ports
  const runners: ProcessRunner[] = []
  const context = (actor: string): WorkContext => {
    const id = randomUUID()
    return { actor, operation: 'test', commandId: id, correlationId: id, causationId: id }
  }
  // each node has its own executor, so that no cache is shared
  const newWork = openExecutor(log, clock)
  return {
    clock,
    log,
    readModels,
    ports,
    problems,
    work: () => newWork(context('tester')),
    /** Executes a command like a client's request; a refusal fails the test. */
    async does<C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, id: string, command: C) {
      const done = await newWork(context('tester')).execute(aggregate, id, command)
      return E.isRight(done) ? done.right : assert.unreachable(`${done.left.code}: ${done.left.detail}`)
    },
    start(processes: readonly AnyProcess[], worker: string, leaseMs = 15_000): ProcessRunner {
      const runner = runProcesses(processes, ports, openExecutor(log, clock), { leaseMs, worker, restMs: 0 })
      runners.push(runner)
      return runner
    },
    /** Makes every node check its lists, as its timer does each second. */
    look: () => readModels.moveTo(BigInt(log.events.length)),
    types: () => log.events.map(e => e.type),
    stop: () => Promise.all(runners.splice(0).map(r => r.stop())),
  }
}
export type MemoryNodes = ReturnType<typeof memoryNodes>
