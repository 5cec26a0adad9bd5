import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import type { Aggregate } from '../shared/decider.ts'
import { sha256 } from '../shared/digest.ts'
import { At, fact } from '../shared/fact.ts'

/** This external id belongs to this campaign of the account, permanently. */
const ExternalIdTaken = fact(
  'ExternalIdTaken',
  fields({ retailCampaignIdx: integer(1), at: At }),
  ({ retailCampaignIdx }) => `An external id was taken by campaign ${retailCampaignIdx}.`,
)
type ExternalIdTaken = t.TypeOf<typeof ExternalIdTaken>

/**
 * Keeps externalId unique in an account (CAMPAIGN-4): the first campaign that claims it gets it. Later claims
 * change nothing; the state names the owner. Its stream is `external-id-<account>:<sha256 of the id>`.
 */
export const externalId: Aggregate<
  { readonly retailCampaignIdx: number; readonly at: string },
  number | undefined,
  ExternalIdTaken
> = {
  category: 'external-id',
  subject: 'account',
  events: ExternalIdTaken,
  initialState: undefined,
  decide: (command, state) => E.right(state === undefined ? [{ type: 'ExternalIdTaken', data: command }] : []),
  evolve: (_, event) => event.data.retailCampaignIdx,
}

/** The id of its stream. It holds a digest, as an external id may contain any character; there is no way back. */
export const idOfExternalId = (accountId: string, externalId: string): string => `${accountId}:${sha256(externalId)}`
