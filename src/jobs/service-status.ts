import * as t from 'io-ts'
import { accountEvents } from '../../projections/audit/account-events.ts'
import { accounts } from '../../projections/provisioning/accounts.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { wordsOf } from '../codec/text.ts'
import { backlogOf } from '../engine/react/backlog.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import type { NodeState, ViewState } from '../ports/service-state.ts'
import { type JobList, jobLists } from './job-lists.ts'
import { nodesNow } from './nodes.ts'

const nullable = <A, O>(codec: t.Type<A, O>) => t.union([codec, t.null])

/** How the service is (JOBS-6). Times are ISO 8601, `head` is a decimal string, sizes are bytes. */
export const ServiceStatus = fields({
  at: t.string,
  head: t.string,
  nodes: t.array(
    fields({
      worker: t.string,
      version: t.string,
      startedAt: t.string,
      seenAt: t.string,
      ready: t.boolean,
      feeds: t.boolean,
      cacheBytes: nullable(integer(0)),
    }),
  ),
  views: t.array(
    fields({
      name: t.string,
      version: integer(1),
      state: wordsOf(['current', 'behind', 'building', 'stopped'], {
        current: 'it reflects the log',
        behind: 'it is being fed',
        building: 'it is built anew, and not served yet',
        stopped: 'it cannot be fed, for the reason that is given',
      }),
      lag: integer(0),
      reason: nullable(t.string),
      built: nullable(t.number),
    }),
  ),
  processes: t.array(
    fields({
      process: t.string,
      waiting: integer(0),
      scheduled: integer(0),
      running: integer(0),
      failed: integer(0),
      oldestDueSeconds: nullable(integer(0)),
    }),
  ),
  sizes: fields({ log: nullable(integer(0)), views: nullable(integer(0)), blobs: nullable(integer(0)) }),
  accounts: t.array(fields({ accountId: t.string, events: integer(0) })),
  moreAccounts: t.boolean,
})
export type ServiceStatus = t.TypeOf<typeof ServiceStatus>

/** Accounts whose events are counted, in the order of their ids. */
const mostAccounts = 500

type StatusPorts = Pick<Ports, 'log' | 'readModels' | 'clock' | 'service'>

const stateOf = ({ lag }: ViewState, stopped: string | undefined, built: number | undefined) => {
  if (stopped !== undefined) return 'stopped'
  if (built !== undefined) return 'building'
  return lag === 0 ? 'current' : 'behind'
}

/** A view as this process sees it, and as the nodes said: one that stopped is known to the node that fed it. */
const viewShown = (view: ViewState, nodes: readonly NodeState[]): ServiceStatus['views'][number] => {
  const { name, version, lag } = view
  const reason = view.stopped ?? nodes.map(({ stopped }) => stopped[name]).find(text => text !== undefined)
  const built = view.built ?? nodes.map(node => node.built[name]).find(ratio => ratio !== undefined)
  return { name, version, state: stateOf(view, reason, built), lag, reason: reason ?? null, built: built ?? null }
}

const processShown = async ({ process, todo }: JobList, { readModels, clock }: StatusPorts) => {
  const now = clock.now()
  const { dueSince, ...counts } = await backlogOf(readModels, process, todo, now.toISOString())
  const oldest = dueSince === undefined ? null : Math.max(0, Math.round((now.getTime() - Date.parse(dueSince)) / 1000))
  return { process, ...counts, oldestDueSeconds: oldest }
}

/** The events of each account, as auditors see them (AUDIT-5). */
const eventsByAccount = async ({ readModels }: StatusPorts) => {
  const { documents, hasNext } = await readModels.find(accounts, { limit: mostAccounts, counted: false })
  const counted = await Promise.all(
    documents.map(async ({ id: accountId }) => {
      const where = { field: ['accountId'], is: '=', value: accountId } as const
      return { accountId, events: (await readModels.find(accountEvents, { where, limit: 1 })).count }
    }),
  )
  return { accounts: counted, moreAccounts: hasNext }
}

/** The status of the service now: nodes, views, processes, sizes, and events by account. */
export const serviceStatus = async (ports: StatusPorts): Promise<ServiceStatus> => {
  const nodes = await nodesNow(ports.readModels)
  const views = await ports.service.views()
  const { log = null, views: viewBytes = null, blobs = null } = await ports.service.sizes()
  return {
    at: timeOf(ports),
    head: String(await ports.log.head()),
    nodes: nodes.map(({ worker, version, startedAt, seenAt, ready, feeds = false, cacheBytes = null }) => ({
      worker,
      version,
      startedAt,
      seenAt,
      ready,
      feeds,
      cacheBytes,
    })),
    views: views.map(view => viewShown(view, nodes)),
    processes: await Promise.all(jobLists.map(each => processShown(each, ports))),
    sizes: { log, views: viewBytes, blobs },
    ...(await eventsByAccount(ports)),
  }
}
