import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { chooseCreative, rotation, weightOf, withinDates } from '../../../src/domain/tags/serving.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const weights = fc.array(fc.oneof(fc.double(), fc.nat(5), fc.constant(0)), { minLength: 1, maxLength: 8 })
const counts = (weight: number) => Number.isFinite(weight) && weight > 0

test('a creative is always chosen, never one with weight 0', () => {
  fc.assert(
    fc.property(weights, random, (given, at) => {
      const chosen = chooseCreative(rotation(given), at)!
      assert.ok(Number.isInteger(chosen) && chosen >= 0 && chosen < given.length)
      if (given.some(counts)) assert.ok(counts(given[chosen]!))
    }),
  )
  assert.is(chooseCreative(rotation([]), 0.5), undefined)
})

const shares = (given: readonly number[]) => {
  const shown = given.map(() => 0)
  for (let i = 0; i < 10_000; i++) shown[chooseCreative(rotation(given), i / 10_000)!]!++
  return shown
}

test('creatives are shown in proportion to their weights', () => {
  assert.equal(shares([1, 3]), [2500, 7500])
  assert.equal(shares([0, 0, 0, 0]), [2500, 2500, 2500, 2500])
  assert.equal(shares([Number.NaN, -1]), [5000, 5000])
  assert.equal(shares([Number.NaN, 2, 0]), [0, 10_000, 0])
  assert.equal(shares([Number.MAX_VALUE, Number.MAX_VALUE]), [5000, 5000])
})

test('an ad looks at few creatives of its campaign', () => {
  let looked = 0
  const sums = new Proxy(rotation(Array.from({ length: 100_000 }, (_, i) => i % 3)).sums, {
    get(target, name, receiver) {
      looked++
      return Reflect.get(target, name, receiver)
    },
  })
  assert.is(chooseCreative({ sums }, 0.5), 50_000)
  assert.ok(looked < 30, `${looked} looks`)
})

test('a weight that is not a number does not break the rotation', () => {
  assert.equal(['3', ' 0.5 '].map(weightOf), [3, 0.5])
  for (const word of ['', undefined, 'many', '1e3', '-1', '0x10', 'Infinity']) assert.is(weightOf(word), 1, word)
})

const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
const iso = (date: Date) => date.toISOString().slice(0, 10)

test('an ad is served from its first to its last day and not outside them', () => {
  fc.assert(
    fc.property(day, day, day, (start, end, now) => {
      const at = Date.parse(iso(now))
      const expected = at >= Date.parse(iso(start)) && at <= Date.parse(iso(end))
      assert.is(withinDates(iso(start), iso(end), now), expected)
    }),
  )
  assert.ok(withinDates('2026-03-01', '2026-03-01', new Date('2026-03-01T00:00:00.000Z')))
  assert.ok(withinDates('2026-03-01', '2026-03-01', new Date('2026-03-01T23:59:59.999Z')))
  assert.not(withinDates('2026-03-01', '2026-03-01', new Date('2026-03-02T00:00:00.000Z')))
  assert.ok(withinDates(undefined, undefined, new Date(0)))
})

test.run()
