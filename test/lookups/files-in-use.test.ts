import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { assets } from '../../projections/assets/assets.ts'
import { exportsView } from '../../projections/exports/exports.ts'
import { isBlobName, membersOf } from '../../src/audit/members.ts'
import { type FileUse, filesInUse, fileUses } from '../../src/lookups/files-in-use.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import { everyEvent } from '../support/examples/every-event.ts'
import { twoHandedClock } from '../support/memory/node.ts'
import { memoryReadModels } from '../support/memory/read-models.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
/** Also ZIPs of exports, which are deleted in time. */
const filesOf = ({ data }: Recorded) =>
  [...membersOf(data)].flatMap(([name, text]) => (name === 'zip' || isBlobName(name, text) ? [text] : []))

/** The files that documents of a view name while the examples of events happen: twice, as some come before the one that creates the document. */
const namedBy = ({ view, files }: FileUse): readonly string[] => {
  const documents = new Map<string, unknown>()
  return [...everyEvent, ...everyEvent].flatMap(event => {
    const id = view.categories.some(category => event.stream.startsWith(`${category}-`)) ? view.idOf(event) : undefined
    if (id === undefined) return []
    const document = view.evolve(documents.get(id), event)
    documents.set(id, document)
    return document === undefined ? [] : files(document, now)
  })
}

const test = suite('files that something names')

test('every file that an event names is kept while its view names it', () => {
  const asked = new Set(fileUses.flatMap(namedBy))
  const forgotten = everyEvent.flatMap(event =>
    filesOf(event).flatMap(file => (asked.has(file) ? [] : [`${event.type} names ${file}`])),
  )
  assert.equal(forgotten, [])
})

test('each use finds files of its own', () => {
  for (const use of fileUses) assert.ok(namedBy(use).length > 0, `${use.view.name} names no file`)
})

test('only the files that were asked for are found, in the documents of every view', async () => {
  const readModels = memoryReadModels()
  readModels.put(assets, 'acme:a', { sha256: 'a' })
  readModels.put(assets, 'acme:b', { sha256: 'b' })
  readModels.put(exportsView, 'acme:1', { export: { status: 'AVAILABLE', zip: 'z', past: [] } })
  const found = await filesInUse(new Set(['a', 'z', 'other']), { readModels, clock: twoHandedClock() })
  assert.equal([...found].sort(), ['a', 'z'])
})

test.run()
