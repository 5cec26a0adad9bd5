import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { cursorOf, readCursor } from '../../src/list/cursor.ts'
import { list } from '../../src/list/list.ts'
import { pageOf } from '../../src/list/page-of.ts'
import { get } from '../../src/operations/row.ts'
import type { Query, Scalar } from '../../src/ports/read-models.ts'
import { startApp, testSecrets } from '../support/service/http.ts'

const test = suite('lists over HTTP')
const view = { name: 'creatives', version: 1, indexes: [] }
const creatives = list({
  items: 'creatives',
  item: fields({ creativeName: t.string, count: integer() }, { idx: integer(), assetData: t.UnknownRecord }),
  sort: { field: ['creativeName'] },
  reversible: true,
})
const channels = list({
  items: 'mediaChannels',
  count: ['total', 'count'],
  previous: 'prev',
  item: fields({}, { idx: integer() }),
  sort: { field: ['idx'] },
  defaultLimit: 25,
})
const params = t.type({ accountId: AccountId })
const scopeOf = (accountId: string) => ({ field: ['accountId'], is: '=', value: accountId }) as const

const listCreatives = query({
  summary: 'Creatives.',
  params,
  query: creatives.codec,
  reply: creatives.reply,
  run: (input, ports) =>
    creatives.read(view, input.query, scopeOf(input.params.accountId), ports, { extra: { ctaText: 'Buy' } })(),
})
const listPresented = query({
  summary: 'Creatives in another form.',
  params,
  query: creatives.codec,
  reply: creatives.reply,
  run: (input, ports) =>
    creatives.read(view, input.query, scopeOf(input.params.accountId), ports, {
      present: ({ accountId: _, ...item }: { accountId: string }) => item,
    })(),
})
const listChannels = query({
  summary: 'Channels.',
  params,
  query: channels.codec,
  reply: channels.reply,
  run: (input, ports) => channels.read(view, input.query, scopeOf(input.params.accountId), ports)(),
})

let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  app = await startApp([
    get('/v2/accounts/:accountId/creatives', 'Campaigns_Create', { listCreatives }),
    get('/v2/accounts/:accountId/presented', 'Campaigns_Create', { listPresented }),
    get('/v2/accounts/:accountId/channels', 'Campaigns_Create', { listChannels }),
  ])
  for (let i = 0; i < 30; i++)
    app.readModels.put(view, `acme:${i}`, {
      accountId: 'acme',
      idx: i,
      creativeName: `c${String(i).padStart(2, '0')}`,
      count: i,
      assetData: { headline: `h${i}` },
    })
  app.readModels.put(view, 'other:1', { accountId: 'other', idx: 1, creativeName: 'c00', count: 0 })
})
test.after(() => app.stop())

const path = '/v2/accounts/acme/creatives'
const ask = async (search: string, at = path) => (await app.send('GET', `${at}?${search}`)).json
const namesOf = (answer: { creatives: { creativeName: string }[] }) => answer.creatives.map(c => c.creativeName)

test('page tokens lead forwards and backwards through a list', async () => {
  const first = await ask('limit=12')
  assert.is(first.creatives.length, 12)
  assert.is(first.count, 30)
  assert.is(first.previous, null)
  assert.is(first.ctaText, 'Buy')
  const second = await ask(`limit=12&offset=3&next=${first.next}`)
  assert.is(namesOf(second)[0], 'c12')
  const third = await ask(`limit=12&next=${second.next}`)
  assert.is(third.creatives.length, 6)
  assert.is(third.next, null)
  for (const parameter of ['next', 'previous'])
    assert.equal(namesOf(await ask(`limit=12&${parameter}=${second.previous}`)), namesOf(first))
})

test('a reversible list can be read from its end; tokens are valid for that order only', async () => {
  const first = await ask('limit=12&order=descending')
  assert.is(namesOf(first)[0], 'c29')
  assert.is(first.previous, null)
  const second = await ask(`limit=12&order=descending&next=${first.next}`)
  assert.is(namesOf(second)[0], 'c17')
  assert.equal(namesOf(await ask(`limit=12&order=descending&previous=${second.previous}`)), namesOf(first))
  assert.is((await ask(`limit=12&next=${first.next}`)).code, 'invalid-cursor')
  assert.equal(namesOf(await ask('limit=3&order=ascending')), namesOf(await ask('limit=3')))
})

test('added or removed rows do not shift pages', async () => {
  const first = await ask('limit=5')
  app.readModels.put(view, 'acme:new', { accountId: 'acme', creativeName: 'a-new', count: 99 })
  assert.is(namesOf(await ask(`limit=5&next=${first.next}`))[0], 'c05')
  app.readModels.put(view, 'acme:new', { accountId: 'gone', creativeName: 'a-new' })
})

test('a list never contains items of another account, whatever the filters', async () => {
  assert.is((await ask('filters=creativeName=c00')).count, 1)
  assert.is((await ask('filters=count<3,creativeName%20like%20C0')).count, 3)
  assert.is((await ask('filters=creativeName%20in%20c01|c02|zz')).count, 2)
})

test('invalid limit, offset, fields and filters are refused with pointers', async () => {
  for (const search of [
    'limit=0',
    'limit=501',
    'limit=x',
    'limit=',
    'offset=',
    'limit=1&limit=2',
    'offset=-1',
    'fields=secret',
    'filters=secret=1',
    'filters=creativeName<1',
    'order=sideways',
  ]) {
    const { status, errors } = await ask(search)
    assert.is(status, 400, search)
    assert.equal(
      errors.map((e: { pointer: string }) => e.pointer),
      [`/query/${search.split('=')[0]}`],
      search,
    )
  }
  assert.is((await ask('limit=500')).count, 30)
})

test('only the requested fields are returned', async () => {
  assert.equal((await ask('limit=1&fields=count,creativeName')).creatives, [{ count: 0, creativeName: 'c00' }])
  assert.equal((await ask('limit=1', '/v2/accounts/acme/presented')).creatives, [
    { idx: 0, creativeName: 'c00', count: 0, assetData: { headline: 'h0' } },
  ])
})

test('a list has its own member names and default limit', async () => {
  const answer = await ask('', '/v2/accounts/acme/channels')
  assert.is(answer.mediaChannels.length, 25)
  assert.is(answer.total, 30)
  assert.is(answer.count, 30)
  assert.is(answer.prev, null)
})

test('a token that is forged, expired, or from another query is refused', async () => {
  const { next } = await ask('limit=5')
  const forged =
    Buffer.from(JSON.stringify(['after', 'c20', 'acme:20', Date.now()])).toString('base64url') +
    next.slice(next.indexOf('.'))
  for (const search of [
    `next=${forged}`,
    'next=x',
    'next=.',
    `next=${next}x`,
    `next=${next}&filters=count>3`,
    `next=${next.split('.')[0]}`,
  ])
    assert.is((await ask(search)).code, 'invalid-cursor', search)
  assert.is((await ask(`next=${next}`, '/v2/accounts/acme/channels')).code, 'invalid-cursor')
  app.clock.pass(24 * 3_600_000 + 1)
  assert.match((await ask(`next=${next}`)).detail, '24 hours')
})

test('a cursor can be read back, and a modified one is refused', () => {
  const scalar: fc.Arbitrary<Scalar> = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  const now = new Date(0)
  fc.assert(
    fc.property(
      fc.constantFrom('after' as const, 'before' as const),
      scalar,
      fc.string(),
      fc.string(),
      fc.nat(),
      (direction, value, id, of, at) => {
        const cursor = { direction, key: { value, id } }
        const token = cursorOf(cursor, of, testSecrets, now)
        assert.equal(readCursor(token, of, testSecrets, now), E.right(cursor))
        assert.ok(E.isLeft(readCursor(token, `${of}!`, testSecrets, now)))
        const i = at % token.length
        const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1)
        assert.ok(E.isLeft(readCursor(changed, of, testSecrets, now)))
      },
    ),
  )
})

test('a parameter that may be given once says so when it is repeated', async () => {
  for (const parameter of ['limit', 'offset']) {
    const { errors } = await ask(`${parameter}=1&${parameter}=2`)
    assert.equal([errors[0].pointer, errors[0].detail], [`/query/${parameter}`, 'must be given once'])
  }
})

test('items that take long to make let other requests have turns', async () => {
  const documents = Array.from({ length: 60 }, (_, n) => ({ id: `${n}`, json: JSON.stringify({ n }), position: 0n }))
  const page = { documents, count: 60, hasNext: false, hasPrevious: false }
  let made = 0
  const seen: number[] = []
  const look = () => {
    seen.push(made)
    if (made < documents.length) setImmediate(look)
  }
  const present = (document: { readonly n: number }) => {
    made++
    for (const end = performance.now() + 6; performance.now() < end; );
    return document
  }
  const asked = { limit: 60, offset: 0, filters: [], select: undefined, token: undefined }
  const ports = { secrets: testSecrets, clock: { now: () => new Date(), monotonic: () => performance.now() } }
  const reading = creatives.readFrom(async () => page, asked, scopeOf('acme'), ports, { present })()
  setImmediate(look)
  const read = await reading
  assert.ok(E.isRight(read))
  assert.is(JSON.parse(read.right.json).creatives.length, 60)
  // after each item, which takes longer than a turn may
  assert.ok(new Set(seen).size >= 55, `others had turns after ${[...new Set(seen)]} items`)
})

test('items are compared with filters without what makes them expensive', async () => {
  const loud = list({
    items: 'creatives',
    item: fields({ n: integer(), name: t.string }),
    filters: { name: { made: true } },
    sort: { field: ['n'] },
  })
  const stored = Array.from({ length: 60 }, (_, n) => ({ n }))
  const made: number[] = []
  const present = ({ n }: { readonly n: number }) => {
    made.push(n)
    return { n, name: `c${n}`, link: 'signed' }
  }
  const presentCompared = ({ n }: { readonly n: number }) => ({ name: `c${n}` })
  const filters = [{ field: ['name'], is: '=', value: 'c7' }] as const
  const asked = { limit: 60, offset: 0, filters, select: undefined, token: undefined }
  const ports = { secrets: testSecrets, clock: { now: () => new Date(), monotonic: () => performance.now() } }
  const find = async (query: Query) => pageOf(stored, query, ({ n }) => String(n).padStart(2, '0'))
  const read = await loud.readFrom(find, asked, { all: [] }, ports, { present, presentCompared })()
  assert.ok(E.isRight(read))
  assert.equal(JSON.parse(read.right.json).creatives, [{ n: 7, name: 'c7', link: 'signed' }])
  assert.equal(made, [7])
})

test.run()
