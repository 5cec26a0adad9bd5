import { readdir, readFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { projections } from '../../projections/projections.ts'
import { aggregateOf } from '../support/given/aggregates.ts'
import { historiesFolder, readHistory, replayed } from '../support/given/histories.ts'

const releases = (await readdir(historiesFolder, { withFileTypes: true }))
  .filter(e => e.isDirectory() && /^\d/.test(e.name))
  .map(e => e.name)

test('a release whose events later ones must read has a recorded history: 1.0.0 and later', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  assert.ok(version.startsWith('0.') || releases.includes(version), `run node test/histories/record.ts for ${version}`)
})

/** Reduces the first value to the members of the second. */
const recordedPart = (now: unknown, recorded: unknown): unknown => {
  if (Array.isArray(now) && Array.isArray(recorded)) return now.map((item, i) => recordedPart(item, recorded[i]))
  if (!isObject(now) || !isObject(recorded)) return now
  return Object.fromEntries(
    Object.keys(recorded)
      .filter(name => name in now)
      .map(name => [name, recordedPart(now[name], recorded[name])]),
  )
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

for (const release of releases) {
  const events = await readHistory(release)

  test(`${release}: revisions have no gap, and event ids and positions are unique`, () => {
    const next = new Map<string, number>()
    for (const { stream, revision } of events) {
      assert.is(revision, next.get(stream) ?? 0, stream)
      next.set(stream, revision + 1)
    }
    assert.is(new Set(events.map(e => e.id)).size, events.length)
    assert.is(new Set(events.map(e => e.position)).size, events.length)
  })

  test(`${release}: every event can still be read without loss`, () => {
    for (const { type, data, stream } of events) {
      const aggregate = aggregateOf(stream)
      assert.ok(aggregate, `no aggregate for ${stream}`)
      const decoded = aggregate?.events.decode({ type, data })
      assert.ok(decoded && E.isRight(decoded), `${type} of ${stream} does not match its codec`)
      if (decoded && E.isRight(decoded)) assert.equal(aggregate?.events.encode(decoded.right), { type, data })
    }
  })

  test(`${release}: states and documents are the same as when the history was recorded`, async () => {
    const recorded = JSON.parse(await readFile(`${historiesFolder}${release}/documents.json`, 'utf8'))
    const now = replayed(events)
    // states may gain members; new members of a view's documents require a new version of the view
    for (const [stream, state] of Object.entries(recorded.states))
      assert.equal(recordedPart(now.states[stream], state), state, stream)
    // views with a higher version have a different meaning; recorded versions are compared while they exist
    const known = new Set(projections.map(p => `${p.name} v${p.version}`))
    for (const [view, documents] of Object.entries(recorded.documents))
      if (known.has(view)) assert.equal(now.documents[view], documents, view)
  })
}

test.run()
