import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { changedConfiguration, mask, merged, partSecrets } from '../../../src/domain/media-channels/configuration.ts'

const secretNames = ['key', 'apiKey', 'API_KEY', 'Secret', 'refreshToken', 'PASSWORD', 'user-password']
const names = fc.constantFrom('a', 'b/c', '~d', 'keys', 'tokenized', ...secretNames)
const isSecret = (name: string) => secretNames.includes(name)
const { settings } = fc.letrec(tie => ({
  settings: fc.dictionary(names, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ minLength: 1 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('settings'),
  ),
})) as { settings: fc.Arbitrary<Record<string, unknown>> }

/** The value at a JSON pointer. */
const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    // biome-ignore lint/suspicious/noExplicitAny: walks any JSON
    .reduce((here: any, part) => here?.[part], value)

/** All members at any depth, with their names. */
const membersOf = (value: unknown): [string, unknown][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => [[name, member] as [string, unknown], ...membersOf(member)])

test('values under secret names are hidden, and all others are shown', () => {
  fc.assert(
    fc.property(settings, values => {
      const { masked, found } = partSecrets(values)
      for (const [name, member] of membersOf(masked))
        if (isSecret(name) && !Array.isArray(member)) assert.ok(member === mask || member === null, name)
      for (const secret of found) {
        assert.equal(at(values, secret.pointer), secret.value)
        assert.is(at(masked, secret.pointer), mask)
      }
      if (!membersOf(values).some(([name, member]) => isSecret(name) && member !== null)) assert.equal(masked, values)
    }),
  )
})

test('changes are merged according to RFC 7396', () => {
  assert.equal(merged({ a: 'b' }, { a: 'c' }), { a: 'c' })
  assert.equal(merged({ a: 'b' }, { b: 'c' }), { a: 'b', b: 'c' })
  assert.equal(merged({ a: 'b', b: 'c' }, { a: null }), { b: 'c' })
  assert.equal(merged({ a: ['b'] }, { a: 'c' }), { a: 'c' })
  assert.equal(merged({ a: { b: 'c' } }, { a: { b: 'd', c: null } }), { a: { b: 'd' } })
  assert.equal(merged({ a: [{ b: 'c' }] }, { a: [1] }), { a: [1] })
  assert.equal(merged({ e: null }, { a: 1 }), { e: null, a: 1 })
  assert.equal(merged({}, { a: { bb: { ccc: null } } }), { a: { bb: {} } })
})

test('merging settings with themselves changes nothing, and merging is idempotent', () => {
  fc.assert(
    fc.property(settings, settings, (before, change) => {
      const once = merged(before, change)
      assert.equal(merged(once, change), once)
    }),
  )
})

test('the stored ids are exactly those of the current secrets', () => {
  const sealed = (values: Record<string, unknown>, mark: string) => {
    const { masked, found } = partSecrets(values)
    return { values: masked, secrets: Object.fromEntries(found.map(s => [s.pointer, `${mark}${s.pointer}`])) }
  }
  fc.assert(
    fc.property(settings, settings, (first, second) => {
      const after = changedConfiguration(sealed(first, 'one'), sealed(second, 'two'))
      const there = partSecrets(after.values).found.map(s => s.pointer)
      assert.equal(Object.keys(after.secrets).sort(), there.sort())
      for (const { pointer } of partSecrets(second).found) assert.is(after.secrets[pointer], `two${pointer}`)
    }),
  )
})

test.run()
