import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { cutToBytes } from '../../domain/shared/cut.ts'
import type { DspCreative, DspTag } from '../../ports/dsp.ts'

const longestNameBytes = 240

/**
 * The part of a creative that is read.
 * https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives
 */
export const CreativeJson = fields(
  { creativeId: t.string },
  {
    displayName: t.string,
    entityStatus: t.string,
    integrationCode: t.string,
    updateTime: t.string,
    reviewStatus: fields({}, { approvalStatus: t.string }),
  },
)

/** The names of these fields, for the parameter `fields` of a list: without it a page holds the tags of 200 creatives. */
export const creativeFields =
  'creativeId,displayName,entityStatus,integrationCode,updateTime,reviewStatus/approvalStatus'

const stateOf = (status: string): DspCreative['state'] => {
  if (status === 'ENTITY_STATUS_ACTIVE') return 'active'
  if (status === 'ENTITY_STATUS_PAUSED') return 'paused'
  return status === 'ENTITY_STATUS_ARCHIVED' ? 'archived' : 'other'
}

const reviewOf = (status: string): DspCreative['review'] => {
  if (status === 'APPROVAL_STATUS_APPROVED_SERVABLE') return 'approved'
  return status === 'APPROVAL_STATUS_REJECTED_NOT_SERVABLE' ? 'rejected' : 'pending'
}

export const creativeOf = (json: t.TypeOf<typeof CreativeJson>): DspCreative => ({
  creativeId: json.creativeId,
  tagId: json.integrationCode ?? '',
  name: json.displayName ?? '',
  state: stateOf(json.entityStatus ?? ''),
  review: reviewOf(json.reviewStatus?.approvalStatus ?? ''),
  updatedAt: json.updateTime ?? '',
})

/** The body of creatives.create for a tag that Endcap serves: a creative with a third-party tag, or with a VAST tag. */
export const newCreative = ({ tagId, name, width, height, content, clickUrl }: DspTag): object => ({
  displayName: cutToBytes(name, longestNameBytes),
  entityStatus: 'ENTITY_STATUS_ACTIVE',
  hostingSource: 'HOSTING_SOURCE_THIRD_PARTY',
  ...(content.kind === 'html'
    ? { creativeType: 'CREATIVE_TYPE_STANDARD', thirdPartyTag: content.html }
    : { creativeType: 'CREATIVE_TYPE_VIDEO', vastTagUrl: content.url }),
  dimensions: { widthPixels: width, heightPixels: height },
  exitEvents: [{ type: 'EXIT_EVENT_TYPE_DEFAULT', url: clickUrl }],
  integrationCode: tagId,
})
