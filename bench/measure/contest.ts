import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startEndcap } from '../contestants/endcap.ts'
import { fill, issueKey } from '../contestants/fill.ts'
import type { Peer } from '../contestants/peers.ts'
import { type Contestant, campaignCount } from '../contestants/start.ts'
import { mustAgree, startPeers } from '../contestants/start-peers.ts'
import { startGenerator } from '../load/client.ts'
import type { LoadResult, Measured } from '../load/generator.ts'
import type { Work } from '../load/requests.ts'
import { type Cpu, cpuOf } from './cpu.ts'
import type { Options } from './measure.ts'

export type Name = 'project' | Peer

/** A named load: connections per kind of work, and the peers that take part besides the project. */
export type Discipline = { readonly connections: Partial<Record<Work, number>>; readonly peers: readonly Peer[] }

const startProject = async ({ dir, profiles }: Options): Promise<Contestant> => {
  const dataDir = join(dir, 'endcap')
  const filled = await startEndcap(dataDir)
  const filling = async () => ({ campaigns: await fill(filled.url, campaignCount), key: await issueKey(filled.url) })
  // not the process that filled the store, so that profiles show only the loads
  const { campaigns, key } = await filling().finally(filled.stop)
  const { port, child, stop } = await startEndcap(dataDir, profiles)
  return { port, key, campaigns, pid: child.pid ?? 0, stop }
}

/** Starts the project, filled with the data of the loads, and every available peer. Throws if their queries disagree. */
export const startAll = async (wanted: ReadonlySet<Peer>, options: Options) => {
  await mkdir(options.dir, { recursive: true })
  options.progress('filling the project')
  const project = await startProject(options)
  const started = await startPeers(wanted, options.dir).catch(async error => {
    await project.stop()
    throw error
  })
  const stop = async () => {
    await project.stop()
    await started.stop()
  }
  try {
    await mustAgree(project, started.contestants)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    contestants: new Map<Name, Contestant>([['project', project], ...started.contestants]),
    notes: started.notes,
    stop,
  }
}

/** The result of a load, with the server's CPU time per response in microseconds: main thread, and all threads. */
export type Result = LoadResult & { readonly cpu: Cpu }

const answeredIn = ({ command, query }: LoadResult): number => (command?.answered ?? 0) + (query?.answered ?? 0)
const failedIn = ({ command, query }: LoadResult): number => (command?.failed ?? 0) + (query?.failed ?? 0)

/**
 * Runs every load on every contestant, alternating in each round, after a warm-up round. Throws if any response is not
 * 200. `acknowledged`: commands that the project acknowledged, in all rounds.
 */
export const contest = async (
  disciplines: Readonly<Record<string, Discipline>>,
  contestants: ReadonlyMap<Name, Contestant>,
  { rounds, seconds, progress }: Options,
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
    progress(`round ${round} of ${rounds}: ${discipline}, ${name}`)
    const result = await generator.run({
      target: { port, key, campaigns },
      connections,
      // V8 compiles the project's code during its first 20,000 requests
      seconds: round === 0 ? 4 : seconds,
      run,
    })
    if (failedIn(result) > 0) throw new Error(`${name} failed ${failedIn(result)} requests`)
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
