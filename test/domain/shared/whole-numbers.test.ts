import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parsedWhole, withChangedAsTexts } from '../../../src/domain/shared/whole-numbers.ts'

test('a whole number that JavaScript would change is its text, and every other value is as JSON has it', () => {
  for (const kept of ['9007199254740993', '12345678901234567890', '-12345678901234567890', `1${'0'.repeat(400)}`])
    assert.equal(parsedWhole(`{"a":[1, ${kept} ],"b":${kept}}`), { a: [1, kept], b: kept })
  for (const same of [
    '9007199254740991',
    '9007199254740992',
    '100000000000000000000',
    '1e300',
    '0.12345678901234567890',
  ])
    assert.equal(parsedWhole(`[${same}]`), [Number(same)])
  assert.equal(parsedWhole('12345678901234567890'), '12345678901234567890')
})

test('texts stay, whatever is in them', () => {
  const Text = fc.string({ unit: fc.constantFrom('\\', '"', '12345678901234567', ',', ':', '[', 'e') })
  fc.assert(
    fc.property(
      fc.array(Text),
      fc.dictionary(Text, fc.oneof(Text, fc.maxSafeInteger(), fc.double())),
      (list, object) => {
        const json = JSON.stringify({ list, object, big: 0 }).replace('"big":0', '"big":12345678901234567890')
        // the names as JSON: after {"\\": 1}, JSON.parse of Node 24.21 reads {"\"": 1} as {"\\": 1}
        assert.is(withChangedAsTexts(json), json.replace('"big":12345678901234567890', '"big":"12345678901234567890"'))
        const parsed = parsedWhole(json) as Readonly<Record<string, unknown>>
        assert.equal([parsed.list, parsed.big], [list, '12345678901234567890'])
      },
    ),
  )
})

test('at most as many as are asked for, and long texts and numbers cost no stack', () => {
  const many = `[${Array(5).fill('12345678901234567890').join()}]`
  assert.is(withChangedAsTexts(many, 2).split('"').length - 1, 4)
  const long = `["${'1'.repeat(3_000_000)}",0.${'1'.repeat(3_000_000)}]`
  assert.is(withChangedAsTexts(long), long)
})

test.run()
