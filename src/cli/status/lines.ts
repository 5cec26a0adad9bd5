import type { ServiceStatus } from '../../jobs/service-status.ts'
import { aligned } from '../aligned.ts'

const none = '–'

const bytes = (size: number | null): string => (size === null ? none : `${(size / 1_000_000).toFixed(1)} MB`)
const percent = (ratio: number | null): string => (ratio === null ? none : `${Math.floor(ratio * 100)} %`)
const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
const age = (seconds: number | null): string => (seconds === null ? none : `${seconds} s`)

const table = (heading: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : ['', ...aligned([heading, ...rows])]

/** Views that need a look; the others are only counted. */
const viewLines = ({ views }: ServiceStatus): readonly string[] => {
  const shown = views.filter(({ state }) => state !== 'current')
  const rows = shown.map(v => [v.name, v.state, String(v.lag), percent(v.built), v.reason ?? none])
  return [
    `views      ${views.length - shown.length} of ${views.length} are current`,
    ...table(['VIEW', 'STATE', 'LAG', 'BUILT', 'REASON'], rows),
  ]
}

/** The status for people: a line for each part, and tables of what is not at rest. */
export const statusLines = (status: ServiceStatus): readonly string[] => {
  const { head, nodes, processes, sizes, accounts, moreAccounts } = status
  const busy = processes.filter(p => p.waiting + p.scheduled + p.running + p.failed > 0)
  const counts = busy.map(p => [p.process, ...[p.waiting, p.scheduled, p.running, p.failed].map(String)])
  return [
    `log        head ${head}, ${bytes(sizes.log)}; read models ${bytes(sizes.views)}${sizes.blobs === null ? '' : `, files ${bytes(sizes.blobs)}`}`,
    ...viewLines(status),
    `nodes      ${nodes.length}`,
    ...table(
      ['NODE', 'VERSION', 'STARTED', 'SEEN', 'READY', 'FEEDS', 'CACHE'],
      nodes.map(n => [n.worker, n.version, n.startedAt, n.seenAt, yesNo(n.ready), yesNo(n.feeds), bytes(n.cacheBytes)]),
    ),
    ...table(
      ['PROCESS', 'WAITING', 'SCHEDULED', 'RUNNING', 'FAILED', 'OLDEST'],
      counts.map((row, i) => [...row, age(busy[i]?.oldestDueSeconds ?? null)]),
    ),
    ...table(
      ['ACCOUNT', 'EVENTS'],
      accounts.map(({ accountId, events }) => [accountId, String(events)]),
    ),
    ...(moreAccounts ? ['(there are more accounts)'] : []),
  ]
}
