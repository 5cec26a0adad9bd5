import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { missingAfter, missingRefused, newlyMissing } from '../../../src/domain/creatives/missing-assets.ts'
import { creativesSnapshots } from '../../../src/domain/creatives/snapshots.ts'
import { type CreativesState, noCreatives } from '../../../src/domain/creatives/state.ts'
import { noPaths, PathList } from '../../../src/domain/shared/path-list.ts'

const test = suite('missing files of a campaign')

const paths = (from: number, count: number) => Array.from({ length: count }, (_, i) => `pictures/${from + i}.png`)

/** Decides a save of these missing files: those that are new, and how often the whole list has been read since. */
const decided = (known: PathList, missing: readonly string[]) => {
  let reads = 0
  Object.defineProperty(known, Symbol.iterator, {
    configurable: true,
    value() {
      reads++
      return PathList.prototype[Symbol.iterator].call(known)
    },
  })
  const added = newlyMissing(known, missing)
  assert.is(missingRefused(known, added), undefined)
  return { added, reads: () => reads }
}

test('a save looks at its own missing files, not at those of all creatives of its campaign', () => {
  let known = noPaths.plus(paths(0, 1_000))
  const reads = Array.from({ length: 5 }, (_, n) => {
    const { added, reads } = decided(known, paths(999 + n, 2))
    assert.equal(added, paths(1_000 + n, 1))
    known = missingAfter(known, { missing: [...added] })
    return reads()
  })
  assert.equal(reads, [0, 0, 0, 0, 0])
  assert.equal([...known], paths(0, 1_005))
})

test('a save that is decided again, because the first could not be written, does not know the files of the first', () => {
  const known = noPaths.plus(paths(0, 3))
  const first = missingAfter(known, { missing: [...decided(known, ['a.png']).added] })
  assert.equal(decided(known, ['a.png', 'pictures/1.png']).added, ['a.png'])
  assert.equal(decided(first, ['a.png', 'b.png']).added, ['b.png'])
})

test('the bound counts what earlier saves named', () => {
  const megabyte = (name: string) => Array.from({ length: 1_024 }, (_, i) => `${name}${i}`.padEnd(1_024, '.'))
  let known = noPaths
  for (const name of ['a', 'b', 'c', 'd']) {
    const added = newlyMissing(known, megabyte(name))
    assert.is(missingRefused(known, added), undefined, name)
    known = missingAfter(known, { missing: [...added] })
  }
  assert.is(missingRefused(known, newlyMissing(known, ['e']))?.code, 'invalid-request')
  assert.is(missingRefused(known, newlyMissing(known, megabyte('a'))), undefined, 'nothing new')
})

test('a snapshot has them all, in small parts', () => {
  const state = { ...noCreatives, missingAssets: noPaths.plus(paths(0, 1_200)), creativesHash: 'set' }
  const parts = [...creativesSnapshots.parts(state)].map(part => JSON.parse(JSON.stringify(part)))
  assert.ok(parts.every(part => JSON.stringify(part).length < 65_536))
  const restored = parts.reduce<CreativesState>(creativesSnapshots.withPart, noCreatives)
  assert.equal(JSON.parse(JSON.stringify(restored)), JSON.parse(JSON.stringify(state)))
  assert.is(restored.missingAssets.has('pictures/1199.png'), true)
})

test.run()
