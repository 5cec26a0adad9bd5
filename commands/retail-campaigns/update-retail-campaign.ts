import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { campaignSettings, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { mustHaveChannel } from '../../src/lookups/campaign-channel.ts'
import { campaignFromLog } from '../../src/lookups/campaign-from-log.ts'

const Body = fields({}, { retailCampaignName: Name, refreshTemplate: t.boolean, ...campaignSettings })

/** PUT …/retail-campaigns/{retailCampaignIdx}: what is absent stays; `refreshTemplate` takes the template's ad units over again (decision 20). */
export const updateRetailCampaign = command({
  summary: 'Change a retail campaign',
  extension: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ retailCampaignIdx: integer(1), message: t.string }),
  example: { body: { endDate: '2027-05-31' } },
  async run({ params: { accountId, retailCampaignIdx }, body, ifMatch }, work, { clock }) {
    const found = await campaignFromLog(work, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const { refreshTemplate, ...settings } = body
    // a channel that was deleted since may stay as it is; activation says so
    const named = settings.mediaChannelIdx === found.right.mediaChannelIdx ? undefined : settings.mediaChannelIdx
    const channel = await mustHaveChannel(work, accountId, named)
    if (E.isLeft(channel)) return channel
    const template = (await work.load(templateCampaign, templateCampaignId(accountId, found.right.templateCampaignIdx)))
      .state.value
    if (refreshTemplate && !template)
      return refuse('template-missing', 'The template campaign of this campaign is gone.')
    const changes = refreshTemplate && template ? { ...settings, adUnits: template.adUnits } : settings
    const update = { kind: 'UpdateRetailCampaign', changes, at: clock.now().toISOString() } as const
    const done = await work.execute(retailCampaign, campaignId(accountId, retailCampaignIdx), update, { ifMatch })
    if (E.isLeft(done)) return done
    const message =
      done.right.events.length > 0 ? 'The retail campaign was changed.' : 'The retail campaign was so already.'
    return reply({ retailCampaignIdx, message }, done.right.revision)
  },
})
