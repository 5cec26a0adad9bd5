import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keyRing, sealedUnder } from '../../../src/adapters/secrets/key-ring.ts'

const test = suite('key ring')
const key = (id: string) => ({ id, key: createHash('sha256').update(id).digest() })
const ring = keyRing([key('k1')])

test('a sealed text opens with its context and does not contain the plain text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string(), (plain, context) => {
      const sealed = ring.seal(plain, context)
      assert.is(ring.unseal(sealed, context), plain)
      assert.match(sealed, /^v1\.k1\.[\w-]{16}\.[\w-]{22,}$/)
    }),
  )
})

test('sealing the same text twice gives different results', () => {
  assert.is.not(ring.seal('token', 'dsp'), ring.seal('token', 'dsp'))
})

test('a sealed text does not open with another context', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (context, other) => {
      fc.pre(context !== other)
      assert.throws(() => ring.unseal(ring.seal('token', context), other))
    }),
  )
})

test('a text with any single character altered is rejected', () => {
  const { length } = ring.seal('a token of a buyer', 'dsp')
  fc.assert(
    fc.property(fc.nat(length - 1), fc.constantFrom(...'AQgw-_.09z'), (at, character) => {
      const sealed = ring.seal('a token of a buyer', 'dsp')
      fc.pre(sealed[at] !== character)
      assert.throws(() => ring.unseal(sealed.slice(0, at) + character + sealed.slice(at + 1), 'dsp'))
    }),
    { numRuns: 1_000 },
  )
})

test('a shortened or extended text is rejected', () => {
  const sealed = ring.seal('token', 'dsp')
  for (let length = 0; length < sealed.length; length++)
    assert.throws(() => ring.unseal(sealed.slice(0, length), 'dsp'), undefined, `cut to ${length}`)
  for (const more of ['A', 'AAAA', '.', '.AAAA', '=', ' ', '\n'])
    assert.throws(() => ring.unseal(sealed + more, 'dsp'), undefined, JSON.stringify(more))
})

test('a short tag of four bytes is rejected', () => {
  const iv = randomBytes(12)
  for (const authTagLength of [4, 8, 12, 15]) {
    const cipher = createCipheriv('aes-256-gcm', key('k1').key, iv, { authTagLength }).setAAD(Buffer.from('dsp'))
    cipher.final()
    const forged = `v1.k1.${iv.toString('base64url')}.${cipher.getAuthTag().toString('base64url')}`
    assert.throws(() => ring.unseal(forged, 'dsp'), undefined, `${authTagLength} bytes`)
  }
})

test('the error for a missing key names the key', () => {
  const sealed = keyRing([key('k0')]).seal('token', 'dsp')
  assert.throws(() => ring.unseal(sealed, 'dsp'), 'sealed under the key k0, which is not in SECRETS_KEY')
  assert.throws(() => ring.unseal('token', 'dsp'), 'this is not a sealed text')
})

test('the first key seals, and every key unseals', () => {
  const old = ring.seal('token', 'dsp')
  const both = keyRing([key('k2'), key('k1')])
  assert.is(both.unseal(old, 'dsp'), 'token')
  const fresh = both.seal('token', 'dsp')
  assert.is(sealedUnder(fresh), 'k2')
  assert.throws(() => ring.unseal(fresh, 'dsp'))
})

test.run()
