import { mongoServer } from '../../test/support/servers/mongodb.ts'
import { startGenerator } from '../load/client.ts'
import type { Measured } from '../load/generator.ts'
import type { Work } from '../load/requests.ts'
import { median, shown } from '../numbers.ts'
import { type Budget, compare, type Line } from '../report.ts'
import { cpuOf } from './cpu.ts'
import type { Measure } from './measure.ts'
import { type Name, names, type OnServers, startOnServers } from './servers/contestants.ts'

const isReal = () => Boolean(process.env.EVENTSTOREDB_URL && process.env.MONGODB_URL)

const loads = {
  alone: { work: 'command', connections: 1 },
  commands: { work: 'command', connections: 64 },
  // FerretDB on SQLite scans documents, and with 64 lists at a time it may never answer again
  queries: { work: 'query', connections: mongoServer() === 'MONGODB_URL' ? 64 : 8 },
  reads: { work: 'read', connections: 64 },
} as const satisfies Record<string, { readonly work: Work; readonly connections: number }>
type Load = keyof typeof loads

/** `operations`: of MongoDB, and `cpu`: microseconds, for each answer. */
type Result = Measured & { readonly operations: number; readonly cpu: number }

type Row = {
  readonly load: Load
  readonly of: 'perSecond' | 'p50'
  readonly node: Name
  readonly peer: Name
  readonly budget?: Budget
}
const rows: readonly Row[] = [
  { load: 'commands', of: 'perSecond', node: 'mongodb', peer: 'embedded', budget: { atLeast: 0.5 } },
  { load: 'queries', of: 'perSecond', node: 'mongodb', peer: 'embedded' },
  { load: 'commands', of: 'perSecond', node: 'both', peer: 'embedded', budget: { atLeast: 0.5 } },
  { load: 'commands', of: 'perSecond', node: 'both', peer: 'bare', budget: { atLeast: 1 } },
  { load: 'alone', of: 'p50', node: 'both', peer: 'bare', budget: { atMost: 2 } },
  { load: 'queries', of: 'perSecond', node: 'both', peer: 'embedded' },
  { load: 'queries', of: 'perSecond', node: 'both', peer: 'bare', budget: { atLeast: 0.8 } },
  { load: 'reads', of: 'perSecond', node: 'both', peer: 'embedded' },
  { load: 'reads', of: 'perSecond', node: 'both', peer: 'bare', budget: { atLeast: 0.8 } },
]
const titles: Record<Load, string> = {
  alone: 'command, 1 connection',
  commands: 'command',
  queries: 'query',
  reads: 'GET of a campaign',
}

const lineOf = (
  { load, of, node, peer, budget }: Row,
  results: (load: Load, name: Name) => readonly Result[],
): Line => {
  const values = (name: Name) => results(load, name).map(result => result[of])
  const what = {
    work: `${names[node]}: ${titles[load]}${of === 'p50' ? ', p50' : ''}`,
    unit: of === 'p50' ? 'ms' : '/s',
    peer: names[peer],
    // stand-ins have other costs than the servers that they stand for
    ...(budget && isReal() ? { budget } : {}),
  }
  return compare(what, values(node), values(peer))
}

const noteOf = (name: Name, load: Load, results: readonly Result[]): string => {
  const at = (part: keyof Result) => shown(median(results.map(result => result[part])))
  const operations = Number.isNaN(results[0]?.operations) ? '' : `, ${at('operations')} MongoDB operations`
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const refused = failed > 0 ? ` (${failed} requests were refused)` : ''
  return `${titles[load]}: ${names[name]}: ${at('perSecond')}/s${refused}, p50 ${at('p50')} ms, p99 ${at('p99')} ms; for each answer ${at('cpu')} µs of CPU${operations}`
}

/** MongoDB operations in a second of a node that nobody calls. */
const idleOf = async ({ operations }: OnServers): Promise<number> => {
  const startedAt = performance.now()
  const before = (await operations?.()) ?? 0
  await new Promise(resolve => setTimeout(resolve, 2_000))
  return (((await operations?.()) ?? 0) - before) / ((performance.now() - startedAt) / 1000)
}

const where = (): string =>
  `on ${process.env.EVENTSTOREDB_URL ? 'EVENTSTOREDB_URL' : 'a stand-in for EventStoreDB, which is one Node process'} and ${
    mongoServer() === 'MONGODB_URL'
      ? 'MONGODB_URL'
      : 'FerretDB on SQLite in place of MongoDB, which scans documents for many operations'
  }`

/** The whole node on servers: commands and queries over HTTP, beside the embedded node and a bare handler in the same rounds. */
export const measureServers: Measure = async ({ rounds, seconds, profiles, dir, progress }) => {
  const { started, stop } = await startOnServers(dir, profiles, progress)
  const generator = startGenerator()
  const results = new Map<string, Result[]>()
  const of = (load: Load, name: Name) => results.get(`${load} ${name}`) ?? []
  const behind = new Set<string>()
  let run = 0

  const measure = async (load: Load, name: Name, node: OnServers, round: number) => {
    const { work, connections } = loads[load]
    const { port, key, campaigns, pid } = node
    if ((await node.settled?.()) === false) behind.add(`${names[name]}: views were a minute behind before a load`)
    const before = { operations: await node.operations?.(), cpu: cpuOf(pid).all }
    run++
    progress(`round ${round} of ${rounds}: ${titles[load]}, ${names[name]}`)
    const taken = await generator.run({
      target: { port, key, campaigns },
      connections: { [work]: connections },
      seconds: round === 0 ? 1 : seconds,
      run,
    })
    const measured = taken[work]
    if (measured === undefined || (measured.failed > 0 && isReal()))
      throw new Error(`${names[name]} failed ${measured?.failed} requests`)
    const operations = ((await node.operations?.()) ?? Number.NaN) - (before.operations ?? Number.NaN)
    const each = (total: number) => total / measured.answered
    // the first round warms up
    if (round > 0)
      results.set(`${load} ${name}`, [
        ...of(load, name),
        { ...measured, operations: each(operations), cpu: each((cpuOf(pid).all - before.cpu) * 1000) },
      ])
  }

  try {
    for (let round = 0; round <= rounds; round++)
      for (const load of Object.keys(loads) as Load[])
        for (const [name, node] of started) await measure(load, name, node, round)
    const idle: string[] = []
    for (const name of ['mongodb', 'both'] as const)
      idle.push(`${names[name]}: ${shown(await idleOf(started.get(name)!))} MongoDB operations/s when nobody calls it`)
    const notes = (Object.keys(loads) as Load[]).flatMap(load =>
      [...started.keys()].map(name => noteOf(name, load, of(load, name))),
    )
    return {
      lines: rows.map(row => lineOf(row, of)),
      notes: [`nodes on servers: ${where()}`, ...notes, ...idle, ...behind],
    }
  } finally {
    generator.stop()
    await stop()
  }
}
