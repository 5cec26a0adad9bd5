import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as E from 'fp-ts/lib/Either.js'
import { projections } from '../../projections/projections.ts'
import { dspNotConfigured } from '../../src/adapters/dsp/not-configured.ts'
import { openSecrets } from '../../src/adapters/secrets/sealing.ts'
import { defaultTrackerTypes } from '../../src/domain/trackers/registry.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { EventLog, Recorded } from '../../src/ports/event-log.ts'
import type { Logger } from '../../src/ports/logger.ts'
import type { Ports } from '../../src/ports/ports.ts'
import type { Rendered } from '../../src/ports/renderer.ts'
import type { SecretStore } from '../../src/ports/secret-store.ts'
import { StoreAway } from '../../src/ports/store-away.ts'
import type { ZipEntry } from '../../src/ports/zip.ts'
import { fakeComposer, fakePictureChecks, memoryRenderCache } from '../support/memory/fakes.ts'
import type { WrittenReadModels } from '../support/memory/feeding-each.ts'
import { openNodeReadModels, type Way } from '../support/memory/node-read-models.ts'
import { noRowIndexes } from '../support/memory/row-indexes.ts'
import { keyPair } from '../support/memory/secrets.ts'
import { cloudOf } from './cloud.ts'
import type { Link } from './link.ts'
import type { Machine } from './machine.ts'
import type { World } from './world.ts'

const texts = new WeakMap<Recorded, string>()
const textOf = (event: Recorded): string => {
  const text = texts.get(event) ?? JSON.stringify([event.data, event.metadata])
  texts.set(event, text)
  return text
}
/** What a store sends is a copy: no node sees what another one does to it. */
const copied = (events: readonly Recorded[]): readonly Recorded[] =>
  events.map(event => {
    const [data, metadata] = JSON.parse(textOf(event))
    return { ...event, data, metadata }
  })

const logOf = ({ log, aim }: World, machine: Machine, { ask, soon }: Link): EventLog => ({
  ...log,
  async append(stream, events, expected) {
    await aim.before(machine, stream)
    try {
      return await ask('event log', () => {
        const answer = log.append(stream, events, expected)
        aim.after(machine, stream)
        return answer
      })
    } catch (error) {
      if (error instanceof StoreAway) return E.left({ kind: 'unavailable', reason: error.reason })
      throw error
    }
  },
  readStream: async (stream, options) => copied(await ask('event log', () => log.readStream(stream, options))),
  async *readStreamPages(stream, options) {
    const pages = await ask('event log', () => Array.fromAsync(log.readStreamPages(stream, options)))
    for (const page of pages) yield copied(page)
  },
  streamHead: stream => ask('event log', () => log.streamHead(stream)),
  async *readAll(options) {
    yield* copied(await ask('event log', () => Array.fromAsync(log.readAll(options))))
  },
  head: () => ask('event log', () => log.head()),
  subscribe: ({ handle, onError, ...from }) =>
    log.subscribe({
      ...from,
      handle: events => new Promise((done, failed) => soon(() => handle(copied(events)).then(done, failed))),
      onError: error => machine.run(() => onError?.(error)),
    }),
})

const secretStoreOf = ({ secretStore: store }: World, { ask }: Link): SecretStore => ({
  ...store,
  get: id => ask('secrets', () => store.get(id)),
  put: (id, sealed) => ask('secrets', () => store.put(id, sealed)),
  replace: (id, from, to) => ask('secrets', () => store.replace(id, from, to)),
  delete: id => ask('secrets', () => store.delete(id)),
})

const blobsOf = ({ blobs }: World, { ask }: Link): Blobs => ({
  ...blobs,
  async put(content, options) {
    const bytes = content instanceof Uint8Array ? content : await buffer(content)
    return ask('files', () => blobs.put(bytes, options))
  },
  stat: sha256 => ask('files', () => blobs.stat(sha256)),
  open: (sha256, range) => ask('files', () => blobs.open(sha256, range)),
  read: sha256 => ask('files', () => blobs.read(sha256)),
  delete: sha256 => ask('files', () => blobs.delete(sha256)),
  deleteOld: (sha256, putUntil) => ask('files', () => blobs.deleteOld(sha256, putUntil)),
})

/** Draws a page as the bytes of its HTML, which takes a while. */
const rendererOf = (machine: Machine, { random }: World): Ports['renderer'] => {
  const draws = random.fork()
  return {
    render: ({ html }) =>
      new Promise<Rendered>(resolve => {
        const ms = draws.between(20, draws.chance(0.1) ? 4_000 : 200)
        machine.after(ms, () => resolve({ bytes: Buffer.from(html), missing: [] }))
      }),
    close: async () => undefined,
  }
}

/** A ZIP without compression, which would run in threads of its own: a line for each entry. */
const zip = (entries: AsyncIterable<ZipEntry>): Readable =>
  Readable.from(
    (async function* () {
      for await (const { name, bytes } of entries) yield `${name} ${bytes.length}\n`
    })(),
  )

const loggerOf = ({ note, errors }: World, machine: Machine): Logger => {
  const line = (level: string) => (fields: object, message: string) =>
    note(() => `${machine.name} ${level}: ${message} ${describe(fields)}`)
  const error = line('error')
  return {
    debug: () => undefined,
    info: line('info'),
    warn: line('warn'),
    error: (fields, message) => {
      errors.push(`${machine.name}: ${message} ${describe(fields)}`)
      error(fields, message)
    },
  }
}
const describe = (fields: object): string =>
  JSON.stringify(fields, (_, value) => (value instanceof Error ? (value.stack ?? value.message) : value))

const missing = (port: string) => async (): Promise<never> => {
  throw new Error(`the simulation has no ${port}`)
}

/** The ports of a node, all but the ids, which need the executor. */
export const openPorts = async (
  world: World,
  machine: Machine,
  link: Link,
): Promise<Omit<Ports, 'ids'> & { readonly readModels: WrittenReadModels }> => {
  const clock: Clock = { now: () => new Date(machine.wall()), monotonic: machine.steady }
  const way: Way = {
    ask: work => link.ask('read models', work),
    askAtOnce: work => link.askAtOnce('read models', work),
    soon: link.soon,
  }
  const views = { node: machine.name, views: projections, table: world.table, leases: world.leases, clock, way }
  return {
    clock,
    log: logOf(world, machine, link),
    readModels: openNodeReadModels(world.views, views).readModels,
    secrets: await openSecrets({
      dataDir: '/nowhere',
      secretsKey: keyPair('k1'),
      store: secretStoreOf(world, link),
    }),
    blobs: blobsOf(world, link),
    renderer: rendererOf(machine, world),
    eventFeed: { open: () => 'full' },
    rowIndexes: noRowIndexes,
    renderCache: memoryRenderCache(),
    mailer: {
      send: mail =>
        link
          .ask('mail server', () => world.mailServer.deliver(mail))
          .catch((error: StoreAway) => ({ permanent: false, reason: error.reason })),
      close: async () => undefined,
    },
    fetcher: { fetch: missing('network'), fetchBytes: missing('network'), close: async () => undefined },
    adFetcher: { fetch: missing('network'), fetchBytes: missing('network'), close: async () => undefined },
    composer: fakeComposer,
    dsp: dspNotConfigured,
    dspAccess: { of: accountId => ({ accountId, token: missing('DSP') }) },
    dspReviews: { decided: missing('DSP') },
    dspReadings: { creatives: missing('DSP'), close: () => undefined },
    feedSources: { fetch: missing('network'), checkAddress: async () => undefined, keep: missing('network') },
    feedParser: { sample: missing('threads'), parse: missing('threads'), close: async () => undefined },
    remoteRows: { fetch: missing('network'), noteReader: () => undefined, close: async () => undefined },
    brandReader: { read: missing('threads'), check: missing('threads'), close: async () => undefined },
    recommender: { recommend: missing('threads'), checkViews: missing('threads'), close: async () => undefined },
    templateGenerator: { name: 'none', compose: missing('generator'), edit: missing('generator') },
    cloudStorage: cloudOf(link),
    service: { views: async () => [], sizes: async () => ({}) },
    fileKinds: { kindOf: missing('uploads'), kindOfBeginning: async () => ({ contentType: 'image/png', pixels: 100 }) },
    pictureChecks: fakePictureChecks,
    zip,
    logger: loggerOf(world, machine),
    trackerTypes: defaultTrackerTypes,
    config: { publicUrl: 'http://ads.test', mailLimit: 'off' },
  }
}
