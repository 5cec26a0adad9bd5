import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { type Activation, lastSnapshot } from '../../src/domain/activation/state.ts'
import { templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import type { RetailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { changedSettings, sentProducts } from '../../src/domain/retail-campaigns/settings.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { sameJson } from '../../src/domain/shared/digest.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed, hasChanged, loaded } from '../../src/engine/write/steps.ts'
import { mustHaveChannel } from '../../src/lookups/campaign-channel.ts'
import { campaignFromLog } from '../../src/lookups/campaign-from-log.ts'
import { mustNameWhatExists, type SentSettings } from '../../src/lookups/campaign-settings.ts'
import { mustBeConfigured } from '../../src/lookups/configured.ts'
import { columnWarnings, warningsOfColumns } from '../../src/products/column-warnings.ts'
import { mustHaveProducts } from '../../src/products/product-source.ts'

const Body = fields(
  {},
  {
    retailCampaignName: about(Name, 'The new name of the campaign.'),
    refreshTemplate: about(t.boolean, 'true copies the ad units of the template campaign again.'),
    ...changedSettings,
    ...sentProducts,
  },
)

/** PUT …/retail-campaigns/{retailCampaignIdx}: absent fields keep their values; `refreshTemplate` copies the template's ad units again (CAMPAIGN-8). */
export const updateRetailCampaign = command({
  summary: 'Update a retail campaign',
  takesIfMatch: true,
  extension: true,
  problems: ['template-missing'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ retailCampaignIdx: integer(1), message: t.string, warnings: columnWarnings }),
  example: { body: { endDate: '2027-05-31' } },
  run({ params: { accountId, retailCampaignIdx }, body: { refreshTemplate, ...settings }, ifMatch }, work, ports) {
    const at = ports.clock.now().toISOString()
    return pipe(
      campaignFromLog(work, accountId, retailCampaignIdx),
      TE.tap(before => mustHaveChannel(work, accountId, newChannel(before, settings.mediaChannelIdx))),
      TE.tap(({ assetSourceType }) => newProducts(work, { accountId, assetSourceType, ...settings })),
      TE.bindTo('before'),
      TE.bind('refreshed', ({ before }) => (refreshTemplate ? templateUnits(work, before) : TE.right({}))),
      TE.tap(({ before, refreshed }) =>
        mustNameWhatExists(work, ports, { ...before, ...settings, ...refreshed }, newSettings(before, settings)),
      ),
      TE.bind('done', ({ refreshed }) => {
        const update = { kind: 'UpdateRetailCampaign', changes: { ...settings, ...refreshed }, at } as const
        return executed(work, retailCampaign, campaignId(accountId, retailCampaignIdx), update, { ifMatch })
      }),
      TE.bind('activated', () => loaded(work, activation, campaignId(accountId, retailCampaignIdx))),
      TE.bind('warnings', ({ before, done }) =>
        TE.fromTask(() => warningsOfColumns(work, done.state ?? before, settings)),
      ),
      TE.flatMapEither(({ before, done, activated, warnings }) => {
        const dates = haveMoved(before, done.state) && isServed(activated.state) ? keptDates : ''
        const message = hasChanged(done) ? `${changed}${dates}` : unchanged
        return reply({ retailCampaignIdx, message, warnings }, done.revision)
      }),
    )()
  },
})

const changed = 'The retail campaign was updated.'
const keptDates = ' Its ads keep the dates of its last activation: activate it again to show them by the new ones.'
const unchanged = 'No changes: the retail campaign is already up to date.'

const haveMoved = (before: RetailCampaign, after: RetailCampaign | undefined): boolean =>
  before.startDate !== after?.startDate || before.endDate !== after?.endDate

const isServed = (state: Activation): boolean => state.status !== 'ENDED' && lastSnapshot(state) !== undefined

/** The channel that must exist. A channel deleted since it was chosen may stay; activation refuses it. */
const newChannel = ({ mediaChannelIdx }: RetailCampaign, sent: number | null | undefined): number | undefined =>
  sent === null || sent === mediaChannelIdx ? undefined : sent

/** The settings that change. What was chosen before and is gone by now may stay, so that a client can send back what it read. */
const newSettings = (before: Readonly<Record<string, unknown>>, sent: object): SentSettings =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== null && !sameJson(value, before[name])))

/** A feed that is sent must exist. One that was chosen before stays, and a campaign of a release without feeds has none. */
const newProducts = (work: Work, settings: Parameters<typeof mustHaveProducts>[1]) =>
  settings.productAssetSourceId === undefined ? TE.right(undefined) : mustHaveProducts(work, settings)

const templateUnits = (work: Work, { accountId, templateCampaignIdx }: RetailCampaign) =>
  pipe(
    mustBeConfigured(work, templateCampaign, templateCampaignId(accountId, templateCampaignIdx), noTemplate),
    TE.map(({ adUnits }) => ({ adUnits })),
  )

const noTemplate = rejection('template-missing', 'The template campaign of this campaign no longer exists.')
