import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { apiKeys } from '../../projections/keys/api-keys.ts'
import { retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { newestRequest } from '../../src/audit/past/past-request.ts'
import { replayDocument } from '../../src/cli/replay/document.ts'
import { momentOf } from '../../src/cli/replay/moment.ts'
import { shownChanges } from '../../src/cli/replay/shown-changes.ts'
import { replayStream } from '../../src/cli/replay/stream.ts'
import { sealedOwner } from '../../src/lookups/key-owner.ts'
import type { Stores } from '../../src/node/stores/open-stores.ts'
import type { EventLog } from '../../src/ports/event-log.ts'
import { ann, bob, decisionRecorded, requested } from '../support/examples/approval.ts'
import { everyEvent } from '../support/examples/every-event.ts'
import { keyIssued, keyRevoked } from '../support/examples/keys.ts'
import { memoryLog } from '../support/memory/log.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('endcap replay of a stream')
const [stream, events] = [...Map.groupBy(everyEvent, event => event.stream)].find(([name]) =>
  name.startsWith('export-'),
)!
const last = events.length - 1
const upTo = (revision: number) => ({ had: (event: { revision: number }) => event.revision <= revision, revision })

/** A log that hands out its streams only an event at a time. */
const storesWithEvents = async (of = events): Promise<Stores> => {
  const log = memoryLog()
  assert.ok(E.isRight(await log.append(stream, of, -1)))
  const inPages: EventLog = {
    ...log,
    readStream: async name => assert.unreachable(`${name} was read as a whole`) as never,
    async *readStreamPages(name, options) {
      for await (const page of log.readStreamPages(name, options)) for (const event of page) yield [event]
    },
  }
  return { log: inPages, secrets: await secretsUnder(keyPair('k1')) } as unknown as Stores
}
const refusalOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => assert.unreachable() as never,
    (error: Error) => error.message,
  )

test('folds it a page at a time, up to a revision or between two, without holding the whole stream', async () => {
  assert.ok(last > 0)
  const stores = await storesWithEvents()
  const at = async (revision: number) =>
    JSON.parse(await replayStream(stores, stream, { kind: 'state', at: upTo(revision) }))
  assert.equal([(await at(0)).revision, (await at(last)).revision], [0, last])
  assert.not.equal((await at(0)).state, (await at(last)).state)
  const between = [upTo(0), upTo(last)] as const
  const changes = JSON.parse(await replayStream(stores, stream, { kind: 'difference', between, json: true }))
  assert.ok(JSON.stringify(changes).length > 2)
})

test('says what a stream does not have', async () => {
  const stores = await storesWithEvents()
  const replayed = (name: string, at: ReturnType<typeof upTo>) =>
    refusalOf(replayStream(stores, name, { kind: 'state', at }))
  assert.match(await replayed(stream, upTo(last + 1)), `has no revision ${last + 1}; its last revision is ${last}.`)
  assert.match(
    await replayed(stream, { had: () => false, revision: 0 }),
    'did not exist yet: its first event is from 2',
  )
  assert.match(await replayed('export-none:1:production:png:1', upTo(0)), 'There is no stream')
})

test('refuses a stream with an event of a newer release, up to which it still shows it', async () => {
  const newer = { ...events[0]!, id: randomUUID(), type: 'ExportMerged' }
  const stores = await storesWithEvents([...events, newer])
  const replayed = (revision: number) => replayStream(stores, stream, { kind: 'state', at: upTo(revision) })
  assert.is(JSON.parse(await replayed(last)).revision, last)
  assert.match(
    await refusalOf(replayed(last + 1)),
    `ExportMerged (version 1) at ${stream}@${last + 1} was written by a newer release`,
  )
})

const at = (time: string): string => `2026-05-01T11:00:00.${time}Z`

/** Two answers at once: Bob's was decided first, and written second. */
const storesWithRace = async (): Promise<Stores> => {
  const [one] = everyEvent
  const named = (event: ReturnType<typeof decisionRecorded>, written: string, n: number) => ({
    ...event,
    id: `00000000-0000-4000-8000-00000000000${n}`,
    metadata: { ...one!.metadata, at: written },
  })
  const log = memoryLog()
  const written = [
    named(requested({ at: at('000') }), at('001'), 1),
    named(decisionRecorded(ann, 'Approved', { at: at('104') }), at('105'), 2),
    named(decisionRecorded(bob, 'Approved', { at: at('102') }), at('107'), 3),
    named(requested({ approvalIdx: 8, at: at('103') }), at('109'), 4),
  ]
  assert.ok(E.isRight(await log.append('approval-acme:12', written, -1)))
  return { log, secrets: await secretsUnder(keyPair('k1')) } as unknown as Stores
}

test('names in a stream cannot erase lines of the terminal, or write others', async () => {
  const { stream: organisation, ...configured } = everyEvent.find(({ type }) => type === 'OrganisationConfigured')!
  const named = (name: string, id: string) => ({
    ...configured,
    id,
    data: { value: { orgId: 'org1', name, retailer: true }, at: '2026-05-01T10:00:00.000Z' },
  })
  const hostile = '\u009b2Jno differences\u202e'
  const log = memoryLog()
  assert.ok(E.isRight(await log.append(organisation, [named('Acme', 'a'), named(hostile, 'b')], -1)))
  const stores = { log, secrets: await secretsUnder(keyPair('k1')) } as unknown as Stores
  const state = await replayStream(stores, organisation, { kind: 'state', at: upTo(1) })
  const between = [upTo(0), upTo(1)] as const
  const [lines, json] = await Promise.all(
    [false, true].map(asJson => replayStream(stores, organisation, { kind: 'difference', between, json: asJson })),
  )
  assert.is(lines, 'value.name: "Acme" → "\\u009b2Jno differences\\u202e"')
  for (const text of [state, json!]) assert.not.match(text, /[\u009b\u202e]/)
  assert.is(JSON.parse(state).state.value.name, hostile)
  const path = 'creatives.pot\nNo differences'
  assert.not.match(shownChanges([{ path, from: undefined, to: 1 }], organisation, false), '\n')
})

test('never shows an event without those before it in its stream, though it was decided before them', async () => {
  const stores = await storesWithRace()
  const when = (time: string) => momentOf(at(time), new Date(), '--at')
  const past = await replayStream(stores, 'approval-acme:12', { kind: 'state', at: when('102') })
  const { revision, state } = JSON.parse(past)
  assert.equal([revision, state.request.votes], [0, {}])
  const document = { projection: retailCampaigns, id: 'acme:12' }
  const found = JSON.parse(await replayDocument(stores, document, Date.parse(at('102'))))
  assert.is(found.at, at('001'))
  assert.is((await newestRequest(stores.log, 'acme', 12, when('103').had))?.revision, 0)
})

test('the document of a key names its owner as its stream does, also after the key was revoked', async () => {
  const log = memoryLog()
  const secrets = await secretsUnder(keyPair('k1'))
  const owner = await sealedOwner('acme', { owner: 'Ann Ashby', ownerEmail: 'ann@example.com' }, secrets)
  const written = [keyIssued(owner), keyRevoked].map((event, i) => ({ ...everyEvent[i]!, ...event }))
  assert.ok(E.isRight(await log.append('api-key-abcdefgh', written, -1)))
  const stores = { log, secrets } as unknown as Stores
  const asked = { projection: apiKeys, id: 'abcdefgh' }
  const { document } = JSON.parse(await replayDocument(stores, asked, Number.POSITIVE_INFINITY))
  assert.ok(document.revokedAt)
  assert.equal([document.grant.owner, document.grant.sealedOwnerEmail], ['Ann Ashby', 'a•••@example.com'])
  const { state } = JSON.parse(await replayStream(stores, 'api-key-abcdefgh', { kind: 'state', at: upTo(1) }))
  assert.equal(state.grant, document.grant)
})

test.run()
