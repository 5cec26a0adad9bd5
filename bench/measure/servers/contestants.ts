import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { startStandIn } from '../../../test/support/servers/eventstore/stand-in.ts'
import { startMongo } from '../../../test/support/servers/mongodb.ts'
import { startEndcap } from '../../contestants/endcap.ts'
import { fill, issueKey } from '../../contestants/fill.ts'
import { type Contestant, startPeer } from '../../contestants/start.ts'

/** One for each connection; the other rows have more, but a stand-in for MongoDB takes long to fill. */
const campaigns = 64

export const names = {
  embedded: 'embedded node',
  mongodb: 'node on MongoDB',
  both: 'node on EventStoreDB and MongoDB',
  bare: 'bare Koa handler on the same servers',
} as const
export type Name = keyof typeof names

/** A contestant; a node counts its MongoDB operations, and `settled` waits until its views reflect the log, and says whether they do. */
export type OnServers = Contestant & { operations?(): Promise<number>; settled?(): Promise<boolean> }

type Readiness = { readonly ready: boolean; readonly details: { readonly head?: string; readonly reflected?: string } }

/** How long the next load waits for views that are behind, in milliseconds. */
const settleMs = 60_000

const settled = (url: string) => async (): Promise<boolean> => {
  for (const until = performance.now() + settleMs; performance.now() < until; ) {
    const { ready, details } = (await (await fetch(`${url}/readyz`)).json()) as Readiness
    if (ready && details.head === details.reflected) return true
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return false
}

const counter = new URL('../../load/count-operations.ts', import.meta.url).href

const startNode = async (dataDir: string, env: NodeJS.ProcessEnv, profiles?: string): Promise<OnServers> => {
  const { port, url, child, stop } = await startEndcap(dataDir, profiles, env, counter)
  const operations = async (): Promise<number> => {
    const answer = once(child, 'message')
    child.send('operations')
    const [message] = (await answer) as [{ readonly operations: number }]
    return message.operations
  }
  try {
    return {
      port,
      campaigns: await fill(url, campaigns),
      key: await issueKey(url),
      pid: child.pid ?? 0,
      stop,
      operations,
      settled: settled(url),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The servers of the environment, and stand-ins for those that it does not name. */
const startServers = async () => {
  const given = process.env.EVENTSTOREDB_URL
  const standIn = given ? undefined : await startStandIn()
  const [first, second, bare] = [await startMongo(), await startMongo(), await startMongo()]
  return {
    eventStore: given ?? standIn?.url ?? '',
    mongo: { mongodb: first.url, both: second.url, bare: bare.url },
    close: async () => {
      for (const { close } of [first, second, bare]) await close()
      await standIn?.close()
    },
  }
}

/** Starts and fills all of them; each has a database and streams of its own. */
export const startOnServers = async (dir: string, profiles: string | undefined, progress: (text: string) => void) => {
  const servers = await startServers()
  const started = new Map<Name, OnServers>()
  const stop = async () => {
    for (const contestant of started.values()) await contestant.stop()
    await servers.close()
  }
  const secrets = { SECRETS_KEY: `bench:${randomBytes(32).toString('base64')}` }
  const both = { EVENTSTOREDB_URL: servers.eventStore, STREAM_PREFIX: `bench_${randomUUID()}_` }
  const starts: Readonly<Record<Name, () => Promise<OnServers>>> = {
    embedded: () => startNode(join(dir, 'embedded'), secrets),
    mongodb: () => startNode(join(dir, 'mongodb'), { ...secrets, MONGODB_URL: servers.mongo.mongodb }),
    both: () => startNode(join(dir, 'both'), { ...secrets, ...both, MONGODB_URL: servers.mongo.both }, profiles),
    bare: () =>
      startPeer('contestants/koa-servers.ts', {
        EVENTSTOREDB_URL: servers.eventStore,
        MONGODB_URL: servers.mongo.bare,
      })({ dir }),
  }
  try {
    for (const name of Object.keys(starts) as Name[]) {
      progress(`starting and filling: ${names[name]}`)
      started.set(name, await starts[name]())
    }
    return { started, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
