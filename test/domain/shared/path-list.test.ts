import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { changesBetween, plainState } from '../../../src/audit/changes.ts'
import { noPaths, type PathList } from '../../../src/domain/shared/path-list.ts'

const test = suite('a list of paths')

const path = fc.constantFrom('a.png', 'b.png', 'ä.png', '__proto__', 'constructor', '0')
/** Versions, each made from one before by adding paths. */
const versions = fc.array(fc.tuple(fc.nat(), fc.array(path, { maxLength: 3 })), { maxLength: 12 })

/** The versions beside the arrays that they stand for. */
const made = (steps: readonly (readonly [number, readonly string[]])[]) => {
  const all: { list: PathList; paths: readonly string[] }[] = [{ list: noPaths, paths: [] }]
  for (const [from, more] of steps) {
    const before = all[from % all.length]!
    all.push({ list: before.list.plus(more), paths: [...new Set([...before.paths, ...more])] })
  }
  return all
}

test('each version has its own paths, whichever versions were made of it', () =>
  fc.assert(
    fc.property(versions, steps => {
      for (const { list, paths } of made(steps)) {
        assert.equal([...list], paths)
        assert.equal([list.length, list.textBytes], [paths.length, Buffer.byteLength(paths.join(''))])
        for (const one of ['a.png', 'b.png', 'ä.png', '__proto__', 'constructor', '0'])
          assert.is(list.has(one), paths.includes(one))
      }
    }),
  ))

test('is shown, and compared in histories, as the array that it stands for', () =>
  fc.assert(
    fc.property(versions, fc.nat(), fc.nat(), (steps, one, other) => {
      const all = made(steps)
      const [before, after] = [all[one % all.length]!, all[other % all.length]!]
      assert.equal(plainState({ list: before.list }), { list: before.paths })
      assert.equal(
        changesBetween({ list: before.list }, { list: after.list }),
        changesBetween({ list: before.paths }, { list: after.paths }),
      )
    }),
  ))

test('a version with more paths reads none of those before, and a history only those that are new', () => {
  const before = noPaths.plus(Array.from({ length: 1_000 }, (_, i) => `${i}.png`))
  before[Symbol.iterator] = () => {
    throw new Error('all paths were read')
  }
  const after = before.plus(['new.png'])
  assert.equal(after.changedFrom(before), { 1000: 'new.png' })
  assert.equal(before.changedFrom(after), {})
})

test.run()
