import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { makeApiKey, parseApiKey } from '../../../src/domain/keys/api-key.ts'

const test = suite('text of an API key')
const anyKey = fc.infiniteStream(fc.nat(255)).map(bytes => makeApiKey(n => Uint8Array.from(bytes.take(n))))

test('has a form that people and secret scanners recognise, and contains its id', () => {
  fc.assert(
    fc.property(anyKey, ({ keyId, text }) => {
      assert.match(text, /^svc_[A-Za-z0-9]{8}_[A-Za-z0-9]{43}_[A-Za-z0-9]{6}$/)
      assert.is(text.slice(4, 12), keyId)
      assert.equal(parseApiKey(text), { keyId })
    }),
  )
})

test('the checksum detects typing errors without a lookup', () => {
  fc.assert(
    fc.property(anyKey, fc.nat(61), fc.constantFrom(...'aZ09_- '), ({ text }, at, character) => {
      fc.pre(text[at] !== character)
      assert.is(parseApiKey(text.slice(0, at) + character + text.slice(at + 1)), undefined)
    }),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(anyKey, fc.string({ minLength: 1 }), ({ text }, more) =>
      assert.is(parseApiKey(text + more), undefined),
    ),
  )
  fc.assert(fc.property(fc.string(), text => assert.is(parseApiKey(text), undefined)))
})

test('keys are unique, and all characters are equally likely', () => {
  const keys = Array.from({ length: 2_000 }, () => makeApiKey(randomBytes).text)
  assert.is(new Set(keys).size, keys.length)
  const counts = new Map<string, number>()
  for (const key of keys) for (const c of key.slice(13, 56)) counts.set(c, (counts.get(c) ?? 0) + 1)
  assert.is(counts.size, 62)
  // 86,000 draws over 62 characters: 1,387 each, standard deviation 37; a modulo would favour some by a quarter
  for (const [c, count] of counts) assert.ok(Math.abs(count - 1_387) < 260, `${c}: ${count}`)
})

test.run()
