import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEventFeed } from '../../src/audit/feed/open-event-feed.ts'
import type { FeedItem, FeedReader, FeedRequest } from '../../src/ports/event-feed.ts'
import type { EventLog } from '../../src/ports/event-log.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import { memoryStores, settles, twoHandedClock } from '../support/memory/node.ts'

const test = suite('the feed of events')

const quietLogger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const metadata = {
  at: '2026-03-01T12:00:00.000Z',
  operation: 'o',
  correlationId: 'c',
  causationId: 'c',
  schemaVersion: 1,
}

/** A feed over a log in memory; `readings` counts its subscriptions, and `running` those that have not ended. */
const given = () => {
  const clock = twoHandedClock()
  const { log, readModels } = memoryStores()
  const counted = { readings: 0, running: 0 }
  /** Errors of the next readings. */
  const failing: { head?: Error; onError?: (error: unknown) => void } = {}
  const seenLog: EventLog = {
    ...log,
    head: async () => {
      if (failing.head) throw failing.head
      return log.head()
    },
    subscribe(options) {
      counted.readings++
      counted.running++
      if (options.onError) failing.onError = options.onError
      const subscription = log.subscribe(options)
      return {
        stop: async () => {
          counted.running--
          await subscription.stop()
        },
      }
    },
  }
  const feed = openEventFeed({ log: seenLog, readModels, clock, logger: quietLogger, secrets: {} as Secrets })
  let revision = -1
  const rename = async (name: string) => {
    const event = { type: 'AccountConfigured', data: { name, orgId: 'org1' } }
    await log.append('account-acme', [{ ...event, id: name, metadata: { ...metadata, actor: 'x' } }], revision++)
  }
  const open = (over: Partial<FeedRequest> = {}): FeedReader => {
    const request = { accountId: 'acme', types: undefined, after: undefined, caller: { id: 'admin' }, ...over }
    const reader = feed.open(request)
    if (reader === 'full') throw new Error('the feed is full')
    return reader
  }
  return { feed, clock, counted, rename, open, log: seenLog, failing }
}

const idOf = (item: FeedItem | undefined): string => (item?.json === undefined ? 'life' : JSON.parse(item.json).id)

/** The ids of the next events. */
const next = async (reader: FeedReader, count: number): Promise<readonly string[]> => {
  const ids: string[] = []
  while (ids.length < count) {
    const item = await reader.next()
    if (item === undefined) return [...ids, 'end']
    if (item.json !== undefined) ids.push(idOf(item))
  }
  return ids
}

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `n${from + i}`)

test('many readers share one reading of the log, which ends with the last of them', async () => {
  const { counted, open, rename } = given()
  const readers = Array.from({ length: 20 }, () => open())
  for (const reader of readers) assert.is(idOf(await reader.next()), 'life')
  await rename('n0')
  for (const reader of readers) assert.equal(await next(reader, 1), ['n0'])
  assert.is(counted.readings, 1)
  for (const reader of readers) reader.close()
  await settles()
  assert.is(counted.running, 0)
  const later = open()
  await later.next()
  assert.is(counted.readings, 2)
  later.close()
})

test('a reader that is far behind gets every event once, in order, while new ones are appended', async () => {
  const { open, rename } = given()
  for (const name of names(0, 130)) await rename(name)
  const slow = open({ after: 0n })
  const seen = [...(await next(slow, 10))]
  for (const name of names(130, 300)) {
    await rename(name)
    if (name.endsWith('0')) seen.push(...(await next(slow, 1)))
  }
  await settles()
  seen.push(...(await next(slow, 300 - seen.length)))
  assert.equal(seen, names(0, 300))
  slow.close()
})

test('a reader of all accounts catches up from the log', async () => {
  const { open, rename, log } = given()
  await log.append(
    'idempotency-x',
    [{ type: 'CommandAccepted', data: {}, id: 'hidden', metadata: { ...metadata, actor: 'x' } }],
    -1,
  )
  for (const name of names(0, 700)) await rename(name)
  const reader = open({ accountId: undefined, after: 0n })
  assert.equal(await next(reader, 700), names(0, 700))
  await rename('live')
  assert.equal(await next(reader, 1), ['live'])
  reader.close()
})

test('a quiet reader gets a sign of life with the position that it may continue from', async () => {
  const { clock, feed, open, rename } = given()
  const reader = open({ types: new Set(['RetailCampaignCreated']) })
  assert.is((await reader.next())?.position, 0n)
  await rename('n0')
  const item = reader.next()
  await settles()
  clock.pass(15_000)
  feed.tick()
  assert.equal(await item, { position: 1n })
  reader.close()
})

test('a reader whose reading fails before it has begun gets no position to continue from', async () => {
  const { open, rename, failing, log } = given()
  await rename('n0')
  failing.head = new Error('away')
  assert.is(await open().next(), undefined, 'the head could not be read')
  delete failing.head

  const { readStream } = log
  log.readStream = async (...asked) => {
    failing.onError?.(new Error('away'))
    return readStream(...asked)
  }
  assert.is(await open().next(), undefined, 'the log broke off while the key was checked')
})

test('a reader ends when its key expires, and when the feed stops', async () => {
  const { clock, feed, open } = given()
  const expiring = open({ caller: { id: 'k', expiresAt: '2026-03-01T12:00:10.000Z' } })
  const lasting = open()
  for (const reader of [expiring, lasting]) await reader.next()
  clock.pass(10_000)
  feed.tick()
  assert.is(await expiring.next(), undefined)
  const waiting = lasting.next()
  feed.stop()
  assert.is(await waiting, undefined)
  assert.is(await open().next(), undefined, 'a node that stops opens no stream')
})

test('a reader that leaves while it waits is answered', async () => {
  const { open } = given()
  const reader = open()
  await reader.next()
  const waiting = reader.next()
  reader.close()
  assert.is(await waiting, undefined)
})

test('an event costs nothing for the readers of other accounts, of which webhooks may have ten thousand', async () => {
  const { feed, open, rename } = given()
  let asked = 0
  const others = Array.from({ length: 50 }, (_, n) =>
    feed.open({
      get accountId() {
        asked++
        return `other-${n}`
      },
      types: undefined,
      after: undefined,
      isOwn: true,
      caller: { id: 'process:webhooks' },
    }),
  )
  for (const other of others) if (other !== 'full') await other.next()
  const reader = open()
  const ofAll = open({ accountId: undefined })
  for (const one of [reader, ofAll]) assert.is(idOf(await one.next()), 'life')
  asked = 0
  for (const name of names(0, 5)) await rename(name)
  for (const one of [reader, ofAll]) assert.equal(await next(one, 5), names(0, 5))
  assert.is(asked, 0)
  feed.stop()
})

test.run()
