import { account, filter, pageSize } from '../load/requests.ts'
import { missing, type Need, type Peer, peers } from './peers.ts'
import { startPostgres } from './postgres.ts'
import { type Contestant, startPeer } from './start.ts'

const needsOf = (peer: Peer): readonly Need[] => peers[peer].needs

/** Starts those of the peers that are available. `notes`: a line for each reason why others are not. */
export const startPeers = async (wanted: Iterable<Peer>, dir: string) => {
  const contestants = new Map<Peer, Contestant>()
  const asked = [...wanted]
  const needed = (need: Need) => asked.filter(peer => needsOf(peer).includes(need))
  const reasons = (Object.keys(missing) as Need[]).flatMap(need => {
    const reason = needed(need).length > 0 ? missing[need]() : undefined
    return reason === undefined ? [] : [{ need, reason }]
  })
  const available = asked.filter(peer => !reasons.some(({ need }) => needsOf(peer).includes(need)))
  const postgres = available.some(peer => needsOf(peer).includes('postgres')) ? await startPostgres() : undefined
  const stop = async () => {
    for (const contestant of contestants.values()) await contestant.stop()
    await postgres?.stop()
  }
  try {
    for (const peer of available)
      contestants.set(peer, await startPeer(peers[peer].file, { POSTGRES_URL: postgres?.url })({ dir }))
  } catch (error) {
    await stop()
    throw error
  }
  const notes = reasons.map(({ need, reason }) => `not available: ${needed(need).join(', ')}: ${reason}`)
  return { contestants, notes, stop }
}

type Page = { readonly assets: readonly { readonly path: string }[]; readonly count: number }

const pageOf = async ({ port, key }: Contestant): Promise<string> => {
  const asked = new URLSearchParams({ limit: String(pageSize), offset: String(2 * pageSize), filters: filter })
  const url = `http://127.0.0.1:${port}/v2/accounts/${account}/assets?${asked}`
  const { assets, count } = (await (await fetch(url, { headers: { svc_apikey: key } })).json()) as Page
  return JSON.stringify({ count, paths: assets.map(({ path }) => path) })
}

/** Throws unless every peer with a store answers the query as the project does: the same files of the same number. */
export const mustAgree = async (project: Contestant, contestants: ReadonlyMap<Peer, Contestant>): Promise<void> => {
  const expected = await pageOf(project)
  for (const [peer, contestant] of contestants) {
    if (peers[peer].reads === 'a prepared page') continue
    const page = await pageOf(contestant)
    if (page !== expected) throw new Error(`${peer} answers the query with ${page}, the project with ${expected}`)
  }
}
