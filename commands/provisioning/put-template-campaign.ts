import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { assetPathsIn } from '../../src/domain/assets/asset.ts'
import { AdUnitBody } from '../../src/domain/provisioning/ad-unit-body.ts'
import { type AdUnit, templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { templateCampaignId } from '../../src/domain/provisioning/template-campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import type { Blobs } from '../../src/ports/blobs.ts'

const Body = fields(
  { templateCampaignName: Name, adUnits: listOf(AdUnitBody, 100, 1) },
  { mediaChannelIdxs: listOf(integer(1), 100) },
)

/** The ad unit as it is stored: the HTML becomes a blob, and the library paths that it names are noted. */
const storedUnit = async (
  accountId: string,
  blobs: Blobs,
  { html, ...unit }: t.TypeOf<typeof AdUnitBody>,
): Promise<AdUnit> => {
  const { sha256 } = await blobs.put(Buffer.from(html))
  const assets = [...assetPathsIn(accountId, html)]
  return { ...unit, htmlSha256: sha256, ...(assets.length > 0 ? { assets } : {}) }
}

/** PUT /v2/accounts/{accountId}/template-campaigns/{templateCampaignIdx}: ad units whose HTML is Mustache over asset columns. */
export const putTemplateCampaign = command({
  summary: 'Make or change a template campaign with its ad units',
  extension: true,
  params: t.type({ accountId: AccountId, templateCampaignIdx: IntegerText }),
  body: Body,
  reply: fields({ templateCampaignIdx: integer(1), message: t.string }),
  example: {
    body: {
      templateCampaignName: 'Seasonal offer',
      adUnits: [{ adUnitId: 101, adUnitName: 'Medium Rectangle', dimension: '300x250', html: '<h1>{{headline}}</h1>' }],
    },
  },
  async run({ params: { accountId, templateCampaignIdx }, body, ifMatch }, work, { blobs, clock }) {
    if (templateCampaignIdx === 0) return refuse('not-found', 'Template campaigns are numbered from 1.')
    const ids = body.adUnits.map(u => u.adUnitId)
    const twice = ids.findIndex((id, i) => ids.indexOf(id) < i)
    if (twice >= 0)
      return refuse('invalid-request', 'An ad unit id is used twice.', {
        errors: [{ pointer: `/adUnits/${twice}/adUnitId`, code: 'duplicate', detail: 'is in the list already' }],
      })
    const adUnits: AdUnit[] = []
    for (const unit of body.adUnits) adUnits.push(await storedUnit(accountId, blobs, unit))
    const { templateCampaignName, mediaChannelIdxs = [] } = body
    const value = { templateCampaignIdx, templateCampaignName, mediaChannelIdxs, adUnits }
    const id = templateCampaignId(accountId, templateCampaignIdx)
    const done = await work.execute(templateCampaign, id, { value, at: clock.now().toISOString() }, { ifMatch })
    if (E.isLeft(done)) return done
    const message =
      done.right.events.length > 0 ? 'The template campaign was saved.' : 'The template campaign was so already.'
    return reply({ templateCampaignIdx, message }, done.right.revision)
  },
})
