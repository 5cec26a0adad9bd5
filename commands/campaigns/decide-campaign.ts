import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { openObject } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { classicCampaign, noSuchCampaign } from '../../src/domain/campaigns/campaign.ts'
import { classicCampaignId } from '../../src/domain/campaigns/classic-campaign-id.ts'
import { dataSignals } from '../../src/domain/campaigns/data-signal.ts'
import { decideCreatives, knownSignals } from '../../src/domain/campaigns/decide-creatives.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { loaded } from '../../src/engine/write/steps.ts'

/** POST …/campaigns/{campaignId}/decide (an extension, CLASSIC-7): what is served under these signals, and why. Appends nothing. */
export const decideCampaign = command({
  summary: 'Decide which creative masters of a classic campaign serve',
  description:
    'The body contains the current signals: {<data signal>: {<property>: value}}. `segment` is the segment that serves, null for the default or for several in rotation; `why` lists the segments that led to the decision.',
  extension: true,
  params: t.type({ accountId: AccountId, campaignId: IntegerText }),
  body: t.record(t.string, openObject()),
  reply: fields({
    creativeMasters: t.array(t.string),
    segment: t.union([t.string, t.null]),
    why: t.array(t.string),
  }),
  example: {
    body: { Weather: { temperature: 24, sky: 'clear' } },
    reply: { creativeMasters: ['barbecue', 'parasol'], segment: 'Warm and dry', why: ['Warm and dry'] },
  },
  run: ({ params: { accountId, campaignId }, body }, work) =>
    pipe(
      loaded(work, classicCampaign, classicCampaignId(accountId, campaignId)),
      TE.flatMapEither(({ state }) => (state.status === 'live' ? E.right(state.campaign) : E.left(noSuchCampaign))),
      TE.bindTo('campaign'),
      TE.apS('known', loaded(work, dataSignals, accountId)),
      TE.map(({ campaign, known: { state } }) =>
        decideCreatives(campaign.decisionGraph, knownSignals(state.value?.dataSignals ?? [], body)),
      ),
      TE.flatMapEither(({ creativeMasters, segment, why }) =>
        reply({ creativeMasters: [...creativeMasters], segment, why: [...why] }),
      ),
    )(),
})
