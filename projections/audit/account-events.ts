import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { auditedCategories, subjectOf } from '../../src/domain/subject.ts'
import { projection } from '../../src/engine/read/projection.ts'

/** The place of an account's event in the log. The event's data stay in the log. */
export const AccountEvent = fields(
  {
    id: t.string,
    accountId: t.string,
    /** Position in the log; positions of both logs are below 2^53. */
    position: t.number,
    /** Milliseconds since 1970. */
    time: t.number,
    type: t.string,
    stream: t.string,
    revision: t.number,
    actor: t.string,
    operation: t.string,
    correlationId: t.string,
  },
  { retailCampaignIdx: t.number, campaignKey: t.string },
)
export type AccountEvent = t.TypeOf<typeof AccountEvent>

/** Wide enough for every position, so that ids sort like positions. */
const digits = 16

/** The index for auditors: finds an account's events in log order without scanning the log. */
export const accountEvents = projection<AccountEvent>({
  name: 'account-events',
  version: 1,
  codec: AccountEvent,
  indexes: [],
  lists: [
    { scope: ['accountId'], sort: ['position'] },
    { scope: ['campaignKey'], sort: ['position'], inLogOrder: true },
  ],
  categories: auditedCategories,
  anew: true,
  inLogOrder: true,
  idOf: event => subjectOf(event) && String(event.position).padStart(digits, '0'),
  evolve: (_, event) => {
    const subject = subjectOf(event)
    if (!subject) return undefined
    const { id, stream, revision, type, position } = event
    const { at, actor, operation, correlationId } = event.metadata
    const { accountId, retailCampaignIdx } = subject
    const campaign =
      retailCampaignIdx === undefined ? {} : { retailCampaignIdx, campaignKey: `${accountId}:${retailCampaignIdx}` }
    const place = { position: Number(position), time: Date.parse(at), type, stream, revision }
    return { id, accountId, ...campaign, ...place, actor, operation, correlationId }
  },
})
