import { randomUUID } from 'node:crypto'
import inject from 'light-my-request'
import { projections } from '../../projections/projections.ts'
import { runProcesses } from '../../src/engine/react/run-processes.ts'
import { runProjections } from '../../src/engine/read/run-projections.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import { openIds } from '../../src/engine/write/id-blocks.ts'
import { createApp } from '../../src/http/app.ts'
import type { Metrics } from '../../src/http/observe/metrics.ts'
import type { UploadFolders } from '../../src/http/request/upload-folders.ts'
import { accountExistsIn } from '../../src/lookups/account-exists.ts'
import { findKeyIn } from '../../src/lookups/find-key.ts'
import { operations } from '../../src/operations/operations.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { levelOf } from '../../src/ports/store-away.ts'
import { processes } from '../../src/processes/processes.ts'
import { startSweeping } from '../../src/processes/sweeping/hourly-sweep.ts'
import { feedingEach } from '../support/memory/feeding-each.ts'
import { openLink } from './link.ts'
import type { Machine } from './machine.ts'
import { openPorts } from './ports.ts'
import type { World } from './world.ts'

export const adminKey = 'admin-key-of-the-simulation-0123456789'
/** Milliseconds without a sign of life after which another node takes over an item. */
const leaseMs = 15_000

export type Request = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A node of the service on a machine. */
export type SimulatedNode = {
  readonly machine: Machine
  handle(request: Request): Promise<Answer>
  /** Stops like after SIGTERM. */
  stop(): Promise<void>
}

/** Metrics of a process read its real clocks; nobody reads those of a simulation. */
const noMetrics: Metrics = {
  forOperation: () => ({ answered: () => undefined }),
  appendSeconds: { observe: () => undefined },
  ready: () => undefined,
  logHead: () => undefined,
  views: () => undefined,
  processBacklog: () => undefined,
  stored: () => undefined,
  inFlight: () => undefined,
  overloaded: () => undefined,
  slowClient: () => undefined,
  mongoOperation: () => undefined,
  contentType: 'text/plain',
  text: async () => '',
  samples: async () => [],
}
/** Uploads need a disk, which the simulation lacks. */
const noUploads: UploadFolders = {
  make: () => Promise.reject(new Error('the simulation has no disk')),
  mustBeWhole: async () => undefined,
  failed: error => {
    throw error
  },
}

const payloadOf = ({ body, form }: Request) => {
  if (form) return { payload: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
  return body === undefined ? undefined : { payload: JSON.stringify(body), type: 'application/json' }
}

const handled = async (listener: inject.DispatchFunc, request: Request): Promise<Answer> => {
  const sent = payloadOf(request)
  const { statusCode, headers, payload } = await inject(listener, {
    method: request.method,
    url: request.path,
    headers: { svc_apikey: adminKey, ...(sent ? { 'content-type': sent.type } : {}), ...request.headers },
    ...(sent ? { payload: sent.payload } : {}),
  })
  return { status: statusCode, headers, text: payload }
}

/** Puts a node together as `src/node/start-node.ts` does, on the ports of a machine. */
const open = async (world: World, machine: Machine): Promise<SimulatedNode> => {
  const known = await openPorts(world, machine, openLink(machine, world))
  const newWork = openExecutor(known.log, known.clock)
  const ports: Ports = { ...known, ids: openIds(newWork) }
  const { log, logger, readModels } = ports
  const app = createApp({
    rows: operations,
    ports,
    newWork,
    findKey: findKeyIn({ ...ports, newWork }),
    accountExists: accountExistsIn(ports),
    adminApiKey: adminKey,
    rateLimit: 'off',
    addressLimit: 'off',
    trustProxy: 0,
    inFlightBytes: 32 * 1024 * 1024,
    metrics: noMetrics,
    uploads: noUploads,
    requestLog: () => undefined,
    version: '0.0.0',
    readiness: async () => ({ ready: true, details: {} }),
    startPosition: 0n,
  })
  const feeding = runProjections(log, feedingEach(known.readModels), projections, (err, view) =>
    logger[levelOf(err, 'error')]({ err, view: view?.name }, 'read models cannot be fed'),
  )
  const runner = runProcesses(processes, ports, newWork, { leaseMs, worker: randomUUID() })
  const sweeping = startSweeping(ports, newWork)
  const listener = app.koa.callback()
  const underWay = new Set<Promise<Answer>>()
  return {
    machine,
    handle: request =>
      machine.run(() => {
        const answer = handled(listener, request)
        underWay.add(answer)
        return answer.finally(() => underWay.delete(answer))
      }),
    stop: () =>
      machine.run(async () => {
        app.drain()
        await Promise.all([...underWay, runner.stop()])
        await sweeping.stop()
        app.stop()
        await feeding.stop()
        await readModels.close()
      }),
  }
}

/** Starts a node on a machine; rejects when a store cannot be reached. */
export const startSimulatedNode = (world: World, machine: Machine): Promise<SimulatedNode> =>
  machine.run(() => open(world, machine))
