import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Peer, peers } from '../contestants/peers.ts'
import type { Measured } from '../load/generator.ts'
import type { Work } from '../load/requests.ts'
import { median, shown } from '../numbers.ts'
import { type Budget, compare, type Line } from '../report.ts'
import { type Contest, contest, type Discipline, type Name, startAll } from './contest.ts'
import type { Measure } from './measure.ts'

const connections = 64
const everybody = Object.keys(peers) as Peer[]

type Row = Discipline & {
  readonly title: string
  readonly judged: { readonly work: Work; readonly measured: keyof Measured; readonly unit: string }
  readonly budgets: Partial<Record<Peer, Budget>>
}
/** The rows of ARCH-42 that are measured over HTTP. */
const rows = {
  command: {
    title: 'command',
    connections: { command: connections },
    peers: everybody,
    judged: { work: 'command', measured: 'perSecond', unit: '/s' },
    budgets: {
      'own HTTP stack, no store': { atLeast: 0.75 },
      'Koa + io-ts, no store': { atLeast: 0.35 },
      'Koa + SQLite': { atLeast: 3.5 },
    },
  },
  query: {
    title: 'query, 25 of 1,000',
    connections: { query: connections },
    peers: everybody,
    judged: { work: 'query', measured: 'perSecond', unit: '/s' },
    budgets: {
      'own HTTP stack, no store': { atLeast: 0.6 },
      'Koa + io-ts, no store': { atLeast: 0.3 },
      'Koa + SQLite': { atLeast: 1.2 },
    },
  },
  mixed: {
    title: 'query p99 with commands',
    connections: { command: connections / 2, query: connections / 2 },
    peers: everybody.filter(peer => peer === 'own HTTP stack, no store' || peers[peer].reads === 'a store'),
    judged: { work: 'query', measured: 'p99', unit: 'ms' },
    budgets: { 'Koa + SQLite': { atMost: 0.2 } },
  },
} as const satisfies Record<string, Row>
export type HttpRow = keyof typeof rows

/** Number of creative events in the project's log. */
const savedIn = (dir: string): number => {
  const db = new Database(join(dir, 'endcap', 'log.db'), { readonly: true })
  const count = db.prepare("SELECT count(*) FROM event WHERE stream LIKE 'creatives-%'").pluck().get() as number
  db.close()
  return count
}

const linesOf = ({ title, judged, budgets, ...row }: Row, name: HttpRow, ran: Contest): Line[] =>
  row.peers.flatMap(peer => {
    const values = ran.of(name, peer, judged.work, judged.measured)
    if (values.length === 0) return []
    const budget = budgets[peer]
    const what = { work: title, unit: judged.unit, peer, ...(budget ? { budget } : {}) }
    return [compare(what, ran.of(name, 'project', judged.work, judged.measured), values)]
  })

/**
 * One line per contestant: rates, latencies, and CPU time, which is most meaningful when other processes use the cores.
 */
const notesOf = ({ title, connections: works, ...row }: Row, name: HttpRow, ran: Contest): string[] =>
  (['project', ...row.peers] as Name[]).flatMap(who => {
    if (ran.cpu(name, who, 'all').length === 0) return []
    const rates = (Object.keys(works) as Work[]).map(work => {
      const at = (measured: keyof Measured) => shown(median(ran.of(name, who, work, measured)))
      return `${work} ${at('perSecond')}/s, p50 ${at('p50')} ms, p99 ${at('p99')} ms`
    })
    const cpu = (part: 'main' | 'all') => shown(median(ran.cpu(name, who, part)))
    return [`${title}: ${who}: ${rates.join('; ')}; CPU per response ${cpu('all')} µs (main thread ${cpu('main')})`]
  })

/** Commands, queries and a mix over HTTP, 64 connections, compared with the peers. */
export const measureHttp =
  (wanted: readonly HttpRow[]): Measure =>
  async options => {
    const disciplines = Object.fromEntries(wanted.map(name => [name, rows[name] as Row]))
    const taking = new Set(wanted.flatMap(name => rows[name].peers as readonly Peer[]))
    const { contestants, notes, stop } = await startAll(taking, options)
    try {
      const before = savedIn(options.dir)
      const ran = await contest(disciplines, contestants, options)
      const appended = savedIn(options.dir) - before
      if (appended !== ran.acknowledged)
        throw new Error(`${ran.acknowledged} commands were acknowledged, but the log grew by ${appended} events`)
      notes.push(`${appended} commands acknowledged by the project, and the same number of events appended`)
      const lines = wanted.flatMap(name => linesOf(rows[name], name, ran))
      return { lines, notes: [...notes, ...wanted.flatMap(name => notesOf(rows[name], name, ran))] }
    } finally {
      await stop()
    }
  }
