import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { displayNames } from '../../../src/domain/dsp/display-names.ts'

const unit = (adUnitId: number, adUnitName: string, dimension = '300x250') => ({ adUnitId, adUnitName, dimension })
const namesOf = (campaign: string, ...units: readonly ReturnType<typeof unit>[]) => [
  ...displayNames(campaign, units, 240).values(),
]

test('a name that fits stays as it is', () => {
  assert.equal(namesOf('Summer', unit(1, 'Banner')), ['Summer, Banner, 300x250'])
})

test('a long campaign name is shortened before ad unit and size', () => {
  const names = namesOf('ü'.repeat(240), unit(1, 'Banner'), unit(2, 'Banner', '728x90'))
  assert.equal(names, [`${'ü'.repeat(111)}, Banner, 300x250`, `${'ü'.repeat(112)}, Banner, 728x90`])
})

test('a long ad unit name is shortened before the size', () => {
  assert.equal(namesOf('Summer', unit(1, 'a'.repeat(300))), [`${'a'.repeat(231)}, 300x250`])
})

test('of ad units with one name, the older keeps it and the other gets its id', () => {
  const names = displayNames('Summer', [unit(7, 'Banner'), unit(2, 'Banner')], 240)
  assert.equal([names.get(2), names.get(7)], ['Summer, Banner, 300x250', 'Summer, Banner #7, 300x250'])
})

test('display names are unique, bounded and contain the size', () => {
  const text = fc.oneof(
    fc.constantFrom('a', 'a #1', 'a #2', 'a #3', 'a #2.2'),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  )
  const dimension = fc.constantFrom('300x250', '728x90')
  const entry = fc.record({ adUnitId: fc.integer({ min: 1, max: 9 }), adUnitName: text, dimension })
  const units = fc.uniqueArray(entry, { selector: ({ adUnitId }) => adUnitId })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), units, (campaign, list) => {
      const names = displayNames(campaign, list, 240)
      assert.is(new Set(names.values()).size, list.length)
      for (const { adUnitId, dimension: size } of list) {
        const name = names.get(adUnitId) ?? ''
        assert.ok(Buffer.byteLength(name) <= 240 && name.endsWith(`, ${size}`), name)
      }
    }),
  )
})

test.run()
