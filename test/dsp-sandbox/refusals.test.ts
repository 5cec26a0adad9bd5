import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type StartedDsp, startDsp } from '../support/servers/dsp.ts'

const test = suite('what the DSP sandbox refuses, as the DSP does')
let given: StartedDsp
test.before(async () => {
  given = await startDsp({ advertisers: 250, reviewSeconds: 3_600 })
})
test.after(() => given?.stop())
test.before.each(() => given.sandbox.store.clear())

const good = {
  displayName: 'Spring',
  entityStatus: 'ENTITY_STATUS_ACTIVE',
  creativeType: 'CREATIVE_TYPE_STANDARD',
  hostingSource: 'HOSTING_SOURCE_THIRD_PARTY',
  dimensions: { widthPixels: 300, heightPixels: 250 },
  exitEvents: [{ type: 'EXIT_EVENT_TYPE_DEFAULT', url: 'https://shop.test' }],
  thirdPartyTag: '<b>tag</b>',
  integrationCode: 'tag-1',
}

type Answer = { readonly status: number; readonly body: Record<string, never> & { readonly error?: Wrong } }
type Wrong = { readonly code: number; readonly message: string; readonly status: string }

const asked = async (
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await fetch(`${given.sandbox.url}/v4${path}`, {
    method,
    headers: {
      authorization: `Bearer ${given.tokens.accessToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
const creatives = () => `/advertisers/${given.advertiserId}/creatives`
const listed = (query: Record<string, string>) => asked('GET', `${creatives()}?${new URLSearchParams(query)}`)
const refusedWith = ({ status, body }: Answer, code: number, rpc: string, message: string | RegExp) => {
  assert.equal([status, body.error?.code, body.error?.status], [code, code, rpc])
  assert.match(body.error?.message ?? '', message)
}
const isInvalid = (answer: Answer, message: string | RegExp) => refusedWith(answer, 400, 'INVALID_ARGUMENT', message)

const { displayName: _name, ...nameless } = good
const { exitEvents: _exits, ...withoutExits } = good
const { thirdPartyTag: _tag, ...tagless } = good
for (const [what, body, message] of [
  ['a body that is no object', [], /Root element/],
  ['a body that is no JSON', '{', /Invalid JSON/],
  ['an unknown field', { ...good, campaign: 1 }, /Unknown name "campaign"/],
  ['no name', nameless, /displayName is required/],
  ['a name of another type', { ...good, displayName: 5 }, /displayName must be a string/],
  ['a name of 241 bytes', { ...good, displayName: `${'x'.repeat(239)}ü` }, /at most 240 bytes/],
  ['an unknown status', { ...good, entityStatus: 'ACTIVE' }, /entityStatus must be one of/],
  ['another host', { ...good, hostingSource: 'HOSTING_SOURCE_CM' }, /hostingSource must be one of/],
  ['a type that cannot be created', { ...good, creativeType: 'CREATIVE_TYPE_LIGHTBOX' }, /creativeType must be one of/],
  ['half a size', { ...good, dimensions: { widthPixels: 300 } }, /dimensions must have/],
  ['no exit event', withoutExits, /exitEvents is required/],
  ['an empty list of exit events', { ...good, exitEvents: [] }, /at least one exit event/],
  ['an exit to a script', { ...good, exitEvents: [{ type: 'EXIT_EVENT_TYPE_DEFAULT', url: 'javascript:1' }] }, /URL/],
  ['no tag', tagless, /thirdPartyTag is required/],
  ['a video without VAST', { ...tagless, creativeType: 'CREATIVE_TYPE_VIDEO' }, /vastTagUrl is required/],
  ['a VAST URL for a banner', { ...good, vastTagUrl: 'https://ads.test/vast.xml' }, /vastTagUrl is only valid/],
  ['a code of 10,001 bytes', { ...good, integrationCode: 'x'.repeat(10_001) }, /at most 10000 bytes/],
] as const)
  test(`creating a creative with ${what}`, async () => {
    isInvalid(await asked('POST', creatives(), body), message)
    assert.is(given.sandbox.store.count(), 0)
  })

for (const [what, query, message] of [
  ['the integration code, which is no field of filters', { filter: 'integrationCode="tag-1"' }, /not supported/],
  ['an unknown field', { filter: 'name="x"' }, /"name" is not supported/],
  ['an operator that its field lacks', { filter: 'updateTime="2026-01-01T00:00:00Z"' }, /Operator "="/],
  ['fractions of a second', { filter: 'updateTime>="2026-01-01T00:00:00.000Z"' }, /YYYY-MM-DD/],
  ['two statuses', { filter: 'entityStatus="ENTITY_STATUS_ACTIVE" OR entityStatus="ENTITY_STATUS_ARCHIVED"' }, /one/],
  ['half a filter', { filter: 'entityStatus=' }, /filter is invalid/],
  ['AND without a second part', { filter: 'creativeId="1" AND ' }, /filter is invalid/],
  ['a filter of 501 characters', { filter: `creativeId="${'1'.repeat(488)}"` }, /at most 500/],
  ['pages of 201', { pageSize: '201' }, /between 1 and 200/],
  ['pages of none', { pageSize: '0' }, /between 1 and 200/],
  ['an order that it does not have', { orderBy: 'integrationCode' }, /orderBy/],
  ['a page that no list gave', { pageToken: 'tomorrow' }, /pageToken is invalid/],
] as const)
  test(`listing by ${what}`, async () => isInvalid(await listed({ ...query }), message))

test('archived creatives are listed only when their status is asked for', async () => {
  await asked('POST', creatives(), good)
  const { body } = await asked('POST', creatives(), { ...good, entityStatus: 'ENTITY_STATUS_ARCHIVED' })
  const idsOf = async (query: Record<string, string>) =>
    ((await listed(query)).body as { creatives?: { creativeId: string }[] }).creatives?.map(c => c.creativeId) ?? []
  assert.is((await idsOf({})).length, 1)
  assert.equal(await idsOf({ filter: 'entityStatus="ENTITY_STATUS_ARCHIVED"' }), [body.creativeId])
})

test('filters combine: OR binds closer than AND', async () => {
  for (const [width, code] of [
    [300, 'a'],
    [728, 'b'],
    [160, 'c'],
  ] as const)
    await asked('POST', creatives(), {
      ...good,
      integrationCode: code,
      dimensions: { widthPixels: width, heightPixels: 90 },
    })
  const filter = 'entityStatus="ENTITY_STATUS_ACTIVE" AND dimensions="300x90" OR dimensions="160x90" dynamic="false"'
  const { body } = await listed({ filter, fields: 'creatives(integrationCode)' })
  assert.equal(body, { creatives: [{ integrationCode: 'a' }, { integrationCode: 'c' }] })
})

test('advertisers come in pages of at most 200, and of one partner', async () => {
  isInvalid(await asked('GET', '/advertisers'), /partnerId is required/)
  const first = (await asked('GET', '/advertisers?partnerId=1001&pageSize=200')).body as never as Listed
  const second = (await asked('GET', `/advertisers?partnerId=1001&pageSize=200&pageToken=${first.nextPageToken}`))
    .body as never as Listed
  assert.equal([first.advertisers.length, second.advertisers.length, second.nextPageToken], [200, 50, undefined])
})
type Listed = { readonly advertisers: readonly object[]; readonly nextPageToken?: string }

test('a change names its fields', async () => {
  const { body } = await asked('POST', creatives(), good)
  const path = `${creatives()}/${body.creativeId}`
  isInvalid(await asked('PATCH', path, { entityStatus: 'ENTITY_STATUS_PAUSED' }), /updateMask is required/)
  isInvalid(await asked('PATCH', `${path}?updateMask=creativeId`, { creativeId: '1' }), /cannot be updated/)
  isInvalid(await asked('PATCH', `${path}?updateMask=displayName`, {}), /displayName is required/)
  const changed = await asked('PATCH', `${path}?updateMask=notes`, { notes: 'new', displayName: 'not named' })
  assert.equal([changed.body.notes, changed.body.displayName], ['new', 'Spring'])
})

test('requests without a valid token, or for a stranger’s advertiser', async () => {
  refusedWith(await asked('GET', creatives(), undefined, { authorization: '' }), 401, 'UNAUTHENTICATED', /credentials/)
  refusedWith(await asked('GET', creatives(), undefined, { authorization: 'Bearer x' }), 401, 'UNAUTHENTICATED', /cred/)
  refusedWith(await asked('GET', '/advertisers/5/creatives'), 403, 'PERMISSION_DENIED', /permission/)
  refusedWith(await asked('GET', `${creatives()}/5`), 404, 'NOT_FOUND', /not found/)
})

test('a fault can be asked for by a header of one request', async () => {
  const failed = await asked('POST', creatives(), good, { 'x-sandbox-fault': 'internal' })
  refusedWith(failed, 500, 'INTERNAL', /Internal/)
  assert.is((await asked('POST', creatives(), good)).status, 200)
})

test('a body of 3 MB, and JSON of any depth, do no harm', async () => {
  const large = await asked('POST', creatives(), { ...good, thirdPartyTag: 'x'.repeat(3_000_000) })
  assert.is(large.status, 413)
  isInvalid(await asked('POST', creatives(), `${'['.repeat(100_000)}${']'.repeat(100_000)}`), /./)
  assert.is((await asked('POST', creatives(), good)).status, 200)
})

test.run()
