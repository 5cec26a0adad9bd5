import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../../src/codec/fields.ts'
import { IntegerText } from '../../../src/codec/in-text.ts'
import { integer } from '../../../src/codec/integer.ts'
import { listOf } from '../../../src/codec/json.ts'
import { AccountId, OrgId } from '../../../src/codec/names.ts'
import { text } from '../../../src/codec/text.ts'
import { type Aggregate, rejection } from '../../../src/domain/shared/decider.ts'
import { command, query } from '../../../src/engine/operation.ts'
import { del, get, type Placed, post, put } from '../../../src/operations/row.ts'

/** A thing that is created and renamed: the smallest aggregate with an id, a revision and a refusal. */
type Thing = { readonly name: string | undefined }
type Named = { readonly type: 'ThingNamed'; readonly data: { readonly name: string } }
export const thing: Aggregate<{ readonly name: string }, Thing, Named> = {
  category: 'thing',
  subject: 'none',
  events: t.type({ type: t.literal('ThingNamed'), data: t.type({ name: t.string }) }),
  initialState: { name: undefined },
  decide: ({ name }, state) =>
    name === 'taken'
      ? E.left(rejection('creative-exists', 'The name is taken.', { extra: { thingId: 7 } }))
      : E.right(state.name === name ? [] : [{ type: 'ThingNamed', data: { name } }]),
  evolve: (_, event) => ({ name: event.data.name }),
}

const inAccount = t.type({ accountId: AccountId })
const ofThing = t.type({ accountId: AccountId, thingId: IntegerText })
const ThingBody = fields({ name: text({ min: 1, max: 255 }) }, { tags: listOf(fields({ label: t.string }), 10) })
const ThingReply = fields({ thingId: integer(), name: t.string }, { apiKey: t.union([t.string, t.null]) })

const createThing = command({
  summary: 'Makes a thing.',
  params: inAccount,
  body: ThingBody,
  newIds: { thingId: 'thing' },
  reply: ThingReply,
  replayed: (body: object) => ({ ...body, apiKey: null }),
  example: { body: { name: 'a' }, reply: { thingId: 1, name: 'a' } },
  async run({ body, newIds }, work) {
    const done = await work.execute(thing, String(newIds.thingId), { name: body.name })
    return E.isLeft(done)
      ? done
      : E.right({
          body: { thingId: newIds.thingId!, name: body.name, apiKey: 'once', secret: 'internal' },
          revision: done.right.revision,
        })
  },
})
const renameThing = command({
  summary: 'Renames a thing.',
  takesIfMatch: true,
  params: ofThing,
  body: ThingBody,
  reply: fields({ name: t.string }),
  async run({ params, body, ifMatch }, work) {
    const done = await work.execute(thing, String(params.thingId), { name: body.name }, { ifMatch })
    return E.isLeft(done) ? done : E.right({ body: { name: body.name }, revision: done.right.revision })
  },
})
const deleteThing = command({
  summary: 'Deletes a thing.',
  params: ofThing,
  reply: { media: '' },
  run: async () => E.right({ raw: '', contentType: '', status: 204 }),
})
const getThing = query({
  summary: 'A thing.',
  params: ofThing,
  query: t.exact(t.partial({ limit: IntegerText, depth: IntegerText })),
  reply: fields({ name: t.string }),
  run: async ({ params }) =>
    params.thingId === 404
      ? E.left(rejection('not-found', 'There is no such thing.'))
      : E.right({ body: { name: 'seven' }, revision: params.thingId }),
})
const getThingStatus = query({
  summary: 'The status of a thing.',
  params: ofThing,
  noStore: true,
  reply: fields({ name: t.string }),
  run: async () => E.right({ body: { name: 'running' }, revision: 3 }),
})
const startThing = command({
  summary: 'Starts a thing.',
  params: ofThing,
  body: fields({}, { note: t.string }),
  start: true,
  reply: fields({ note: t.string, origin: t.string }),
  run: async ({ body, origin }) => E.right({ body: { note: body.note ?? 'none', origin } }),
})
const breakThing = query({
  summary: 'Fails.',
  params: ofThing,
  reply: t.unknown,
  async run() {
    throw new Error('the database said: password=hunter2')
  },
})
const getAny = query({
  summary: 'A file.',
  params: t.type({ accountId: AccountId, rest: t.string }),
  reply: { media: 'text/plain' },
  run: async ({ params }) => E.right({ raw: params.rest, contentType: 'text/plain' }),
})
const getOrg = query({
  summary: 'An organisation.',
  params: t.type({ orgId: OrgId }),
  reply: t.type({ orgId: t.string }),
  run: async ({ params }) => E.right({ body: params }),
})
const getNone = query({
  summary: 'Things of whoever asks.',
  params: t.type({}),
  reply: t.type({ count: t.number }),
  run: async () => E.right({ body: { count: 0 } }),
})

const things = '/v2/accounts/:accountId/things' as const

/** A table with one row of every kind. */
export const thingRows: readonly Placed[] = [
  post(things, 'Campaigns_Create', { createThing }),
  get(`${things}/:thingId`, 'Campaigns_Create', { getThing }),
  put(`${things}/:thingId`, 'Campaigns_Create', { renameThing }),
  del(`${things}/:thingId`, 'Campaigns_Create', { deleteThing }),
  get(`${things}/:thingId/status`, 'Campaigns_Create', { getThingStatus }),
  post(`${things}/:thingId/start`, 'Campaigns_Create', { startThing }),
  get(`${things}/:thingId/break`, 'Campaigns_Create', { breakThing }),
  get('/files/:accountId/*rest', 'public', { getAny }),
  get('/v2/org/:orgId', 'MediaChannel_All', { getOrg }),
  get('/v2/things', 'Campaigns_Create', { getNone }),
]
