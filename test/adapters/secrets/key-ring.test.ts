import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keyRing, sealedUnder } from '../../../src/adapters/secrets/key-ring.ts'

const test = suite('sealing')
const key = (id: string) => ({ id, key: createHash('sha256').update(id).digest() })
const ring = keyRing([key('k1')])

test('what was sealed comes back under its context, and nothing of it shows', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string(), (plain, context) => {
      const sealed = ring.seal(plain, context)
      assert.is(ring.unseal(sealed, context), plain)
      assert.match(sealed, /^v1\.k1\.[\w-]{16}\.[\w-]{22,}$/)
    }),
  )
})

test('the same text sealed twice looks different each time', () => {
  assert.is.not(ring.seal('token', 'dsp'), ring.seal('token', 'dsp'))
})

test('a credential moved to another place does not open there', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (context, other) => {
      fc.pre(context !== other)
      assert.throws(() => ring.unseal(ring.seal('token', context), other))
    }),
  )
})

test('a text altered by one character anywhere is refused', () => {
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

test('a text that was cut or added to is refused', () => {
  const sealed = ring.seal('token', 'dsp')
  for (let length = 0; length < sealed.length; length++)
    assert.throws(() => ring.unseal(sealed.slice(0, length), 'dsp'), undefined, `cut to ${length}`)
  for (const more of ['A', 'AAAA', '.', '.AAAA', '=', ' ', '\n'])
    assert.throws(() => ring.unseal(sealed + more, 'dsp'), undefined, JSON.stringify(more))
})

test('a tag of four bytes, which can be found by trying, does not count', () => {
  const iv = randomBytes(12)
  for (const authTagLength of [4, 8, 12, 15]) {
    const cipher = createCipheriv('aes-256-gcm', key('k1').key, iv, { authTagLength }).setAAD(Buffer.from('dsp'))
    cipher.final()
    const forged = `v1.k1.${iv.toString('base64url')}.${cipher.getAuthTag().toString('base64url')}`
    assert.throws(() => ring.unseal(forged, 'dsp'), undefined, `${authTagLength} bytes`)
  }
})

test('a text under a key that is gone says which key is missed', () => {
  const sealed = keyRing([key('k0')]).seal('token', 'dsp')
  assert.throws(() => ring.unseal(sealed, 'dsp'), 'sealed under the key k0, which is not in SECRETS_KEY')
  assert.throws(() => ring.unseal('token', 'dsp'), 'this is no sealed text')
})

test('the first key seals, and all of them open', () => {
  const old = ring.seal('token', 'dsp')
  const both = keyRing([key('k2'), key('k1')])
  assert.is(both.unseal(old, 'dsp'), 'token')
  const fresh = both.seal('token', 'dsp')
  assert.is(sealedUnder(fresh), 'k2')
  assert.throws(() => ring.unseal(fresh, 'dsp'))
})

test.run()
