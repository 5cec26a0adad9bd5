import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { textsOf } from '../../src/engine/read/event-texts.ts'
import { hashOfRecorded } from '../../src/engine/write/chaining.ts'
import { lastRevisionOf } from '../../src/engine/write/last-revision.ts'
import type { Appended, EventLog, LogFilter, NewEvent, Recorded } from '../../src/ports/event-log.ts'

/** A log under test, and a second handle on it, as another node has it. */
export type LogUnderTest = { readonly log: EventLog; readonly other: EventLog; close(): Promise<void> }

/** The context of a test: the log, its position at the start, and stream names that no other test uses. */
type Context = LogUnderTest & { from: bigint; turn: number; named(stream: string): string }

/** An event as a command would write it. */
export const written = (data: unknown, over: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'NoteWritten',
  data,
  metadata: {
    at: '2026-03-01T10:00:00.000Z',
    actor: 'key-1',
    operation: 'writeNote',
    correlationId: 'c-1',
    causationId: 'c-1',
    schemaVersion: 1,
  },
  ...over,
})

/** The result of an append that must succeed. */
export const appended = (answer: E.Either<unknown, Appended>): Appended => {
  if (E.isLeft(answer)) throw new Error(`the append was rejected: ${JSON.stringify(answer.left)}`)
  return answer.right
}
const refused = <L>(answer: E.Either<L, unknown>): L => {
  if (E.isRight(answer)) throw new Error('the append was accepted')
  return answer.left
}
const facts = (events: readonly Recorded[]) => events.map(e => [e.stream, e.revision, e.data])
const collect = async (events: AsyncIterable<Recorded>): Promise<readonly Recorded[]> => {
  const all: Recorded[] = []
  for await (const event of events) all.push(event)
  return all
}

/** Resolves with all delivered events once `enough` returns true. */
const follow = (
  log: EventLog,
  options: { after: bigint; prefixes?: readonly string[] },
  enough: (n: number) => boolean,
) => {
  const seen: Recorded[] = []
  let done: (events: readonly Recorded[]) => void = () => {}
  let failed: (error: unknown) => void = () => {}
  const result = new Promise<readonly Recorded[]>((resolve, reject) => {
    done = resolve
    failed = reject
  })
  const { after, prefixes } = options
  const subscription = log.subscribe({
    after,
    ...(prefixes ? { prefixes } : {}),
    handle: async events => {
      seen.push(...events)
      if (enough(seen.length)) done(seen)
    },
    onError: failed,
  })
  return { result, subscription }
}

/** The contract of an event log (ARCH-19); every adapter passes it. */
export const eventLogContract = (name: string, open: () => Promise<LogUnderTest>): void => {
  const test = suite<Context>(`event log contract: ${name}`)
  test.before(async context => {
    Object.assign(context, await open(), { turn: 0 })
  })
  test.before.each(async context => {
    const turn = ++context.turn
    context.from = await context.log.head()
    context.named = stream => `${stream}.${turn}`
  })
  test.after(context => context.close?.())

  test('reads back appended events unchanged', async ({ log, named }) => {
    const events = [written({ text: 'ä ü \u0000 "quoted"' }), written([1, 2.5, null]), written('plain')]
    const answer = appended(await log.append(named('note-a:1'), events, -1))
    const found = await log.readStream(named('note-a:1'))
    assert.is(answer.revision, 2)
    assert.equal(
      found.map(({ stream, revision, position, ...event }) => event),
      events,
    )
    assert.equal(
      found.map(e => e.revision),
      [0, 1, 2],
    )
    assert.is(found[2]!.position, answer.position)
    assert.equal(await log.streamHead(named('note-a:1')), { revision: 2, position: answer.position })
    assert.is(await log.head(), answer.position)
  })

  test('an event has the same JSON text when it is read: its checksum depends on it', async ({ log, other, named }) => {
    const data = { b: 1.5, a: { 10: 'é', 9: null, z: [{ y: 1e21, x: '\u2028' }] }, empty: {} }
    const metadata = { ...written(1).metadata, checksum: 'any-22-characters-text' }
    const event = written(data, { metadata })
    appended(await log.append(named('note-1'), [event], -1))
    for (const reader of [log, other]) {
      const [found] = await reader.readStream(named('note-1'))
      assert.is(JSON.stringify(found?.data), JSON.stringify(data))
      assert.is(JSON.stringify(found?.metadata), JSON.stringify(metadata))
    }
  })

  test('an unknown stream is empty and at revision -1', async ({ log, named }) => {
    assert.equal(await log.readStream(named('note-none')), [])
    assert.is((await log.streamHead(named('note-none'))).revision, -1)
  })

  test('the last revision of a stream is that of its head, and asking for it writes nothing', async ({
    log,
    other,
    from,
    named,
  }) => {
    const last = (stream: string) => lastRevisionOf(log, named(stream))
    assert.is(await last('note-none'), -1)
    appended(await log.append(named('note-1'), [written(1), written(2)], -1))
    assert.is(await last('note-1'), 1)
    appended(await other.append(named('note-1'), [written(3)], 1))
    assert.is(await last('note-1'), 2)
    assert.is(await last('note-none'), -1)
    assert.is((await collect(log.readAll({ after: from }))).length, 3)
    assert.is((await log.streamHead(named('note-1'))).revision, 2)
  })

  test('a wrong expected revision is rejected with the actual one and writes nothing', async ({ log, from, named }) => {
    await log.append(named('note-1'), [written(1), written(2)], -1)
    for (const expected of [-1, 0, 2, 7]) {
      assert.equal(refused(await log.append(named('note-1'), [written(3)], expected)), {
        kind: 'conflict',
        stream: named('note-1'),
        actual: 1,
      })
    }
    assert.equal(refused(await log.append(named('note-2'), [written(3)], 0)), {
      kind: 'conflict',
      stream: named('note-2'),
      actual: -1,
    })
    assert.is((await log.readStream(named('note-1'))).length, 2)
    assert.is((await collect(log.readAll({ after: from }))).length, 2)
  })

  test('a repeated append returns the first result and writes nothing, also after later appends', async ({
    log,
    other,
    named,
  }) => {
    const first = [written(1), written(2)]
    const answer = appended(await log.append(named('note-1'), first, -1))
    assert.equal(appended(await log.append(named('note-1'), first, -1)), answer)
    const second = [written(3)]
    const next = appended(await other.append(named('note-1'), second, 1))
    appended(await log.append(named('note-1'), [written(4)], 2))
    assert.equal(appended(await log.append(named('note-1'), first, -1)), answer)
    assert.equal(appended(await log.append(named('note-1'), second, 1)), next)
    assert.is(refused(await log.append(named('note-1'), [first[0]!, written(5)], -1)).kind, 'conflict')
    assert.is(refused(await log.append(named('note-1'), [second[0]!], 0)).kind, 'conflict')
    assert.is((await log.readStream(named('note-1'))).length, 4)
  })

  test('an append of more than a megabyte is rejected as a whole', async ({ log, named }) => {
    const refusal = refused(
      await log.append(named('note-1'), [written('x'.repeat(600_000)), written('x'.repeat(400_000))], -1),
    )
    assert.is(refusal.kind, 'too-large')
    assert.is(refused(await log.append(named('note-1'), [written('€'.repeat(334_000))], -1)).kind, 'too-large')
    assert.is((await log.streamHead(named('note-1'))).revision, -1)
    appended(await log.append(named('note-1'), [written('x'.repeat(990_000))], -1))
  })

  test('a stream is read from a revision, in both directions, with a limit', async ({ log, named }) => {
    appended(await log.append(named('note-other'), [written('o')], -1))
    for (let i = 0; i < 6; i++) appended(await log.append(named('note-1'), [written(i)], i - 1))
    const read = async (options: Parameters<EventLog['readStream']>[1]) =>
      (await log.readStream(named('note-1'), options)).map(e => e.revision)
    assert.equal(await read({ from: 2 }), [2, 3, 4, 5])
    assert.equal(await read({ from: 2, limit: 2 }), [2, 3])
    assert.equal(await read({ limit: 1 }), [0])
    assert.equal(await read({ from: 6 }), [])
    assert.equal(await read({ backwards: true }), [5, 4, 3, 2, 1, 0])
    assert.equal(await read({ backwards: true, limit: 2 }), [5, 4])
    assert.equal(await read({ backwards: true, from: 3, limit: 3 }), [3, 2, 1])
    assert.equal(await read({ backwards: true, from: 99, limit: 1 }), [5])
    const { position } = (await log.readStream(named('note-1'), { from: 3, limit: 1 }))[0]!
    for (const at of [position, position - 1n, 1n, position + 1_000n])
      assert.equal(await read({ from: 3, limit: 1, at }), [3], `whatever is at position ${at}`)
  })

  test('a long stream is read in pages, from any revision, without gaps', async ({ log, named }) => {
    const count = 1_203
    for (let from = 0; from < count; from += 401)
      appended(
        await log.append(
          named('note-1'),
          Array.from({ length: 401 }, (_, i) => written(from + i)),
          from - 1,
        ),
      )
    appended(await log.append(named('note-other'), [written('o')], -1))
    const pages = async (stream: string, options?: { from: number }) => {
      const all = await Array.fromAsync(log.readStreamPages(stream, options))
      assert.ok(
        all.every(page => page.length > 0 && page.length <= 500),
        'pages are short and not empty',
      )
      return all.flat()
    }
    const whole = await pages(named('note-1'))
    assert.equal(whole, await log.readStream(named('note-1')))
    assert.is(whole.length, count)
    for (const from of [1, 700, 1_100, count - 1, count, count + 5]) {
      const expected = Array.from({ length: Math.max(0, count - from) }, (_, i) => from + i)
      assert.equal(
        (await pages(named('note-1'), { from })).map(e => [e.revision, e.data]),
        expected.map(i => [i, i]),
      )
    }
    assert.equal(await pages(named('note-none')), [])
    for await (const page of log.readStreamPages(named('note-1'))) {
      assert.ok(page.length > 0)
      break
    }
  })

  test('a page of a stream ends when its events are large together, and the next one goes on (ADR 0128)', async ({
    log,
    named,
  }) => {
    const text = 'x'.repeat(900_000)
    const revisions = Array.from({ length: 12 }, (_, n) => n)
    for (const n of revisions) appended(await log.append(named('note-1'), [written(`${n}${text}`)], n - 1))
    const pages = await Array.fromAsync(log.readStreamPages(named('note-1')))
    assert.equal(
      pages.flat().map(({ revision, data }) => [revision, String(data).length]),
      revisions.map(n => [n, `${n}${text}`.length]),
    )
    assert.ok(
      pages.every(page => page.length <= 5),
      `pages of ${pages.map(page => page.length)} events`,
    )
  })

  test('all events are read in commit order, after a position, by prefix, with a limit', async ({
    log,
    from,
    named,
  }) => {
    const a = appended(await log.append(named('note-1'), [written(1), written(2)], -1))
    appended(await log.append(named('memo-1'), [written(3)], -1))
    appended(await log.append(named('note-2'), [written(4)], -1))
    const all = await collect(log.readAll({ after: from }))
    assert.equal(
      facts(all).map(f => f[2]),
      [1, 2, 3, 4],
    )
    assert.ok(all.every((e, i) => i === 0 || e.position > all[i - 1]!.position))
    assert.equal(
      facts(await collect(log.readAll({ after: a.position }))).map(f => f[2]),
      [3, 4],
    )
    assert.equal(
      facts(await collect(log.readAll({ after: from, prefixes: ['note-'] }))).map(f => f[2]),
      [1, 2, 4],
    )
    assert.equal(
      facts(await collect(log.readAll({ after: from, prefixes: ['memo-', named('note-2')] }))).map(f => f[2]),
      [3, 4],
    )
    assert.equal(
      facts(await collect(log.readAll({ after: from, limit: 3 }))).map(f => f[2]),
      [1, 2, 3],
    )
    assert.equal(
      facts(await collect(log.readAll({ after: from, prefixes: ['note-'], limit: 2 }))).map(f => f[2]),
      [1, 2],
    )
    assert.equal(await collect(log.readAll({ after: from, limit: 0 })), [])
  })

  test('a filter passes every event that it wants, and says how far the log was looked through', async ({
    log,
    from,
    named,
  }) => {
    const first = written(1)
    appended(await log.append(named('note-1'), [first, written(2), written(3)], -1))
    const { position } = appended(await log.append(named('memo-1'), [written(4)], -1))
    const wanted = async (filter: LogFilter) =>
      facts(await collect(log.readAll({ after: from, ...filter }))).map(f => f[2])
    const all = [1, 2, 3, 4]
    const has = async (filter: LogFilter, expected: readonly number[]) => {
      const found = await wanted(filter)
      // a hint: others may come, too, in the order of the log
      assert.equal(
        found,
        all.filter(n => found.includes(n)),
      )
      assert.equal(
        expected.filter(n => found.includes(n)),
        expected,
      )
    }
    await has({ among: { mentioning: [first.id] } }, [1])
    await has({ among: { mentioning: [first.metadata.correlationId] } }, [1])
    await has({ among: { mentioning: ['memo-1'] } }, [4])
    await has({ among: { types: [first.type] } }, all)
    await has({ among: { types: ['Unknown'], mentioning: [first.id, 'memo-1'] } }, [1, 4])
    const both = await wanted({ prefixes: ['note-'], among: { types: [first.type] } })
    assert.equal(both, [1, 2, 3])
    // more entries than a store is asked to compare
    const many = Array.from({ length: 300 }, (_, i) => `none-${i}`)
    assert.equal(await wanted({ prefixes: [...many, 'memo-'] }), [4])
    assert.equal(await wanted({ streams: [...many, named('memo-1')] }), [4])
    // of streams by their whole names
    assert.equal(await wanted({ streams: [named('note-1')], prefixes: ['memo-'] }), all)
    assert.equal(await wanted({ streams: [named('note-1').slice(0, -1)] }), [])
    const at = first.metadata.at
    await has({ period: { from: at, to: at } }, [1])
    await has({ period: { from: '2001-01-01T00:00:00.000Z' } }, all)
    await has({ among: { mentioning: [...many, 'memo-1'] } }, [4])
    const scanned: bigint[] = []
    const none = { after: from, prefixes: ['none-'], onScanned: (at: bigint) => void scanned.push(at) }
    assert.equal(await collect(log.readAll(none)), [])
    // an adapter may not know it
    assert.ok(scanned.length === 0 || scanned.at(-1)! >= position)
  })

  test('the texts of all events are the JSON of their data and metadata, as it was written, with their hashes', async ({
    log,
    from,
    named,
  }) => {
    const odd = { é: 'ü "\u2028\\', list: [1.5, null, true], 9: 'nine', empty: '' }
    appended(await log.append(named('note-1'), [written(odd), written(null)], -1))
    appended(await log.append(named('memo-1'), [written('text')], -1))
    const texts = (await Array.fromAsync(textsOf(log))).flat().filter(({ position }) => position > from)
    const read = await collect(log.readAll({ after: from }))
    assert.equal(
      texts,
      read.map(event => ({
        ...{ id: event.id, stream: event.stream, revision: event.revision, position: event.position, type: event.type },
        ...{ data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata), hash: hashOfRecorded(event) },
      })),
    )
    assert.is(texts[0]?.data, JSON.stringify(odd))
  })

  test('of many concurrent appends at the same revision one wins, and no revision is missing', async ({
    log,
    other,
    named,
  }) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? log : other).append(named('note-1'), [written(i)], -1)),
    )
    assert.is(answers.filter(E.isRight).length, 1)
    const write = async (to: EventLog, n: number): Promise<void> => {
      for (let left = n; left > 0; ) {
        const { revision } = await to.streamHead(named('note-2'))
        if (E.isRight(await to.append(named('note-2'), [written(left)], revision))) left -= 1
      }
    }
    await Promise.all([write(log, 10), write(other, 10), write(log, 10), write(other, 10)])
    assert.equal(
      (await log.readStream(named('note-2'))).map(e => e.revision),
      Array.from({ length: 40 }, (_, i) => i),
    )
  })

  test('an append based on a failed one fails too, even if the revision exists', async ({ log, other, named }) => {
    appended(await other.append(named('note-1'), [written('theirs')], -1))
    const [first, onTop] = await Promise.all([
      log.append(named('note-1'), [written('mine')], -1),
      log.append(named('note-1'), [written('on top of mine')], 0),
    ])
    assert.is(refused(first).kind, 'conflict')
    assert.is(refused(onTop).kind, 'conflict')
    assert.equal(
      (await log.readStream(named('note-1'))).map(e => e.data),
      ['theirs'],
    )
  })

  test('consecutive appends without waiting all succeed', async ({ log, named }) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => log.append(named('note-1'), [written(i)], i - 1)),
    )
    assert.equal(
      answers.map(a => appended(a).revision),
      Array.from({ length: 50 }, (_, i) => i),
    )
  })

  test('a subscriber gets every event once, in order, from before and after it subscribed', async ({
    log,
    other,
    from,
    named,
  }) => {
    for (let i = 0; i < 30; i++) appended(await log.append(named(`note-${i}`), [written(i)], -1))
    const { result, subscription } = follow(log, { after: from }, n => n >= 90)
    const writers = [log, other].map(async (to, w) => {
      for (let i = 0; i < 30; i++) appended(await to.append(named(`memo-${w}-${i}`), [written(i)], -1))
    })
    await Promise.all(writers)
    const seen = await result
    await subscription.stop()
    assert.equal(facts(seen), facts(await collect(log.readAll({ after: from }))))
  })

  test('a subscriber resumes behind a position and sees only its prefixes', async ({ log, other, named }) => {
    const { position } = appended(await log.append(named('note-1'), [written(1)], -1))
    appended(await log.append(named('memo-1'), [written(2)], -1))
    const { result, subscription } = follow(log, { after: position, prefixes: ['note-'] }, n => n >= 2)
    appended(await other.append(named('note-1'), [written(3)], 0))
    appended(await log.append(named('memo-1'), [written(4)], 0))
    appended(await log.append(named('note-2'), [written(5)], -1))
    assert.equal(
      (await result).map(e => e.data),
      [3, 5],
    )
    await subscription.stop()
  })

  test('the next batch waits until the handler is done', async ({ log, from, named }) => {
    let inside = 0
    let most = 0
    let seen = 0
    const all = new Promise<void>((resolve, reject) => {
      log.subscribe({
        after: from,
        handle: async events => {
          most = Math.max(most, ++inside)
          await log.head()
          seen += events.length
          inside -= 1
          if (seen === 40) resolve()
        },
        onError: reject,
      })
    })
    for (let i = 0; i < 40; i++) appended(await log.append(named(`note-${i}`), [written(i)], -1))
    await all
    assert.is(most, 1)
  })

  test('a handler that throws ends its subscription and calls onError', async ({ log, from, named }) => {
    appended(await log.append(named('note-1'), [written(1)], -1))
    const error = await new Promise<unknown>(onError => {
      const handle = async () => {
        throw new Error('cannot continue')
      }
      log.subscribe({ after: from, handle, onError })
    })
    assert.is((error as Error).message, 'cannot continue')
  })

  test('a stopped subscription delivers nothing more', async ({ log, from, named }) => {
    const { result, subscription } = follow(log, { after: from }, n => n >= 1)
    appended(await log.append(named('note-1'), [written(1)], -1))
    const seen = await result
    await subscription.stop()
    const second = follow(log, { after: from }, n => n >= 2)
    appended(await log.append(named('note-1'), [written(2)], 0))
    await second.result
    await second.subscription.stop()
    assert.is(seen.length, 1)
  })

  test('both handles see the same log and id', async ({ log, other, named }) => {
    assert.is(log.id, other.id)
    assert.ok(log.id.length > 0)
    const { position } = appended(await log.append(named('note-1'), [written(1)], -1))
    assert.is(await other.head(), position)
    assert.equal(await other.streamHead(named('note-1')), { revision: 0, position })
    assert.equal(await other.readStream(named('note-1')), await log.readStream(named('note-1')))
  })

  test.run()
}
