import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startEndcap } from '../contestants/endcap.ts'
import { fill, issueKey } from '../contestants/fill.ts'
import { installPeers } from '../contestants/install-peers.ts'
import { type Contestant, campaignCount, startPeer } from '../contestants/start.ts'
import { startGenerator } from '../load/client.ts'
import type { LoadResult, Measured } from '../load/generator.ts'
import type { Work } from '../load/requests.ts'
import { type Cpu, cpuOf } from './cpu.ts'
import type { Options } from './measure.ts'

export const peers = {
  'own HTTP stack, no store': 'contestants/own-http.ts',
  'node:http, no store': 'contestants/node-http.ts',
  'Koa + io-ts, no store': 'contestants/koa.ts',
  'Koa + SQLite': 'contestants/koa-sqlite.ts',
  'Emmett + SQLite': 'peers/emmett.js',
} as const
export type Peer = keyof typeof peers
export type Name = 'project' | Peer

/** A load by its name: connections for each kind of work, and who takes part besides the project. */
export type Discipline = { readonly connections: Partial<Record<Work, number>>; readonly peers: readonly Peer[] }

const startProject = async ({ dir, profiles }: Options): Promise<Contestant> => {
  const dataDir = join(dir, 'endcap')
  const filled = await startEndcap(dataDir)
  const filling = async () => ({ campaigns: await fill(filled.url, campaignCount), key: await issueKey(filled.url) })
  // another process than the one that was filled, so that profiles show the loads alone
  const { campaigns, key } = await filling().finally(filled.stop)
  const { port, child, stop } = await startEndcap(dataDir, profiles)
  return { port, key, campaigns, pid: child.pid ?? 0, stop }
}

/** Starts the project, filled with what the loads touch, and every peer that can be had. */
export const startAll = async (wanted: ReadonlySet<Peer>, options: Options) => {
  const contestants = new Map<Name, Contestant>()
  const notes: string[] = []
  await mkdir(options.dir, { recursive: true })
  const stop = async () => {
    for (const contestant of contestants.values()) await contestant.stop()
  }
  try {
    options.say('filling the project')
    contestants.set('project', await startProject(options))
    for (const peer of wanted) {
      const missing = peer === 'Emmett + SQLite' ? installPeers() : undefined
      if (missing) notes.push(`Emmett + SQLite is not available: ${missing}`)
      else contestants.set(peer, await startPeer(peers[peer])({ dir: options.dir }))
    }
    return { contestants, notes, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What a load led to, with the CPU time in microseconds that each answer cost the server: main thread, and all threads. */
export type Result = LoadResult & { readonly cpu: Cpu }

const answeredIn = ({ command, query }: LoadResult): number => (command?.answered ?? 0) + (query?.answered ?? 0)
const failedIn = ({ command, query }: LoadResult): number => (command?.failed ?? 0) + (query?.failed ?? 0)

/**
 * Runs every load on every contestant in turn, round by round, after a round that counts for nothing. Throws when somebody does
 * not answer 200. `acknowledged`: commands that the project has answered, in all rounds.
 */
export const contest = async (
  disciplines: Readonly<Record<string, Discipline>>,
  contestants: ReadonlyMap<Name, Contestant>,
  { rounds, seconds, say }: Options,
) => {
  const generator = startGenerator()
  const results = new Map<string, Result[]>()
  const keyOf = (discipline: string, name: Name) => `${discipline} ${name}`
  let run = 0
  let acknowledged = 0
  const measure = async (discipline: string, name: Name, round: number) => {
    const target = contestants.get(name)
    if (!target) return
    const { port, key, campaigns, pid } = target
    const { connections } = disciplines[discipline]!
    const before = cpuOf(pid)
    run++
    say(`round ${round} of ${rounds}: ${discipline}, ${name}`)
    const result = await generator.run({
      target: { port, key, campaigns },
      connections,
      seconds: round === 0 ? 1 : seconds,
      run,
    })
    if (failedIn(result) > 0) throw new Error(`${name} did not answer ${failedIn(result)} requests with 200`)
    if (name === 'project') acknowledged += result.command?.answered ?? 0
    const after = cpuOf(pid)
    const each = (part: keyof Cpu) => ((after[part] - before[part]) * 1000) / answeredIn(result)
    const cpu = { main: each('main'), all: each('all') }
    const known = results.get(keyOf(discipline, name)) ?? []
    if (round > 0) results.set(keyOf(discipline, name), [...known, { ...result, cpu }])
  }
  try {
    for (let round = 0; round <= rounds; round++)
      for (const [discipline, taking] of Object.entries(disciplines))
        for (const name of ['project', ...taking.peers] as const) await measure(discipline, name, round)
  } finally {
    generator.stop()
  }
  const of = (discipline: string, name: Name, work: Work, measured: keyof Measured): readonly number[] =>
    (results.get(keyOf(discipline, name)) ?? []).map(result => result[work]?.[measured] ?? Number.NaN)
  const cpu = (discipline: string, name: Name, part: keyof Cpu): readonly number[] =>
    (results.get(keyOf(discipline, name)) ?? []).map(result => result.cpu[part])
  return { of, cpu, acknowledged }
}
export type Contest = Awaited<ReturnType<typeof contest>>
