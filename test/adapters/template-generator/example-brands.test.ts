import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readExampleBrands } from '../../../examples/templates/brands.ts'
import { pictureLooks } from '../../../src/adapters/template-generator/built-in/picture-look.ts'
import { familyOf } from '../../../src/domain/templates/compose/family.ts'

type Context = Awaited<ReturnType<typeof readExampleBrands>>
const test = suite<Context>('example brands')
test.before(async context => void Object.assign(context, await readExampleBrands()))

test('six brands that are read from their pages get six different layouts, by pictures as they are', async ({
  brands,
  blobs,
}) => {
  const lookOf = pictureLooks(blobs)
  const looks = new Map<string, string | undefined>()
  const families = new Set<string>()
  for (const { profile } of brands) {
    const look = await lookOf(profile)
    looks.set(profile.name, look?.kind)
    families.add(familyOf(profile, look))
  }
  assert.equal(Object.fromEntries(looks), {
    Fernwood: 'cut-out',
    'Stride Lab': 'cut-out',
    Nordlys: 'scene',
    'Oat & Ember': 'packshot',
    Pulse: 'cut-out',
    'Solea Botanica': undefined,
  })
  assert.is(families.size, 6, [...families].join())
})

test('a picture that is no longer stored is passed over, and a store that is away is not taken for a brand without pictures', async ({
  brands,
  blobs,
}) => {
  const [{ profile }] = brands as [(typeof brands)[number]]
  const missing = { read: () => blobs.read('0'.repeat(64)) }
  assert.is(await pictureLooks(missing)(profile), undefined)
  const away = { read: () => Promise.reject(new Error('away')) }
  const refused = await pictureLooks(away)(profile).then(
    () => 'seen',
    (error: Error) => error.message,
  )
  assert.is(refused, 'away')
})

test.run()
