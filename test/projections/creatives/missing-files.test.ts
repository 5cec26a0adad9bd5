import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { missingFiles } from '../../../projections/creatives/missing-files.ts'
import { creative, creativeDeleted, creativeSaved } from '../../support/examples/campaign.ts'
import { projectBatch } from '../../support/given/project-batch.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const stream = 'creatives-acme:12'
const missing = (name: string, ...paths: readonly string[]) =>
  creativeSaved(creative(name), paths.length === 0 ? {} : { missing: [...paths] })

test('the missing files of a campaign are those of its saves', () =>
  givenEvents(missingFiles)(
    ...inStream(stream, [
      missing('jug', 'c.png'),
      missing('jug'),
      creativeDeleted('pot'),
      missing('cup', 'd.png', 'e.png'),
    ]),
    ...inStream('creatives-acme:1', [missing('pot', 'a.png')]),
  ).then({
    'acme:12:00000000': { campaignKey: 'acme:12', paths: ['c.png', 'd.png', 'e.png'] },
    'acme:1:00000000': { campaignKey: 'acme:1', paths: ['a.png'] },
  }))

test('a campaign without missing files has no document', () =>
  givenEvents(missingFiles)(...inStream(stream, [creativeSaved(creative('pot')), missing('can')])).then({}))

test('a save writes the missing files of a few saves, not those of all creatives of its campaign', () => {
  const saves = Array.from({ length: 2_001 }, (_, i) => missing(`pot ${i}`, `pictures/${i}.png`))
  const { documents } = givenEvents(missingFiles)(...inStream(stream, saves))
  const load = (_: unknown, ids: readonly string[]) => ids.map(id => ({ id, json: JSON.stringify(documents[id]) }))
  const { changes } = projectBatch([missingFiles], inStream(stream, [missing('last', 'last.png')], saves.length), load)
  const [written, ...others] = changes.get(missingFiles) ?? []
  assert.is(others.length, 0)
  assert.equal(JSON.parse(written?.json ?? '').paths, ['pictures/2000.png', 'last.png'])
  assert.equal(Object.values(documents).flatMap(({ paths }) => paths).length, 2_001)
})

test.run()
