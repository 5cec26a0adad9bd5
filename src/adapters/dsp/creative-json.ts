import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import type { DspContent, DspCreative, DspTag } from '../../ports/dsp.ts'

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
    thirdPartyTag: t.string,
    vastTagUrl: t.string,
    dimensions: fields({}, { widthPixels: t.number, heightPixels: t.number }),
    exitEvents: t.array(fields({}, { type: t.string, url: t.string })),
  },
)
type CreativeJson = t.TypeOf<typeof CreativeJson>

/** The names of these fields, for the parameter `fields` of a list: without it a page holds the tags of 200 creatives. */
export const creativeFields =
  'creativeId,displayName,entityStatus,integrationCode,updateTime,reviewStatus/approvalStatus'
/** With those of the tag. */
export const creativeFieldsWithTag = `${creativeFields},thirdPartyTag,vastTagUrl,dimensions(widthPixels,heightPixels),exitEvents(type,url)`

const stateOf = (status: string): DspCreative['state'] => {
  if (status === 'ENTITY_STATUS_ACTIVE') return 'active'
  if (status === 'ENTITY_STATUS_PAUSED') return 'paused'
  return status === 'ENTITY_STATUS_ARCHIVED' ? 'archived' : 'other'
}

const reviewOf = (status: string): DspCreative['review'] => {
  if (status === 'APPROVAL_STATUS_APPROVED_SERVABLE') return 'approved'
  return status === 'APPROVAL_STATUS_REJECTED_NOT_SERVABLE' ? 'rejected' : 'pending'
}

export const creativeOf = (json: CreativeJson): DspCreative => ({
  creativeId: json.creativeId,
  tagId: json.integrationCode ?? '',
  name: json.displayName ?? '',
  state: stateOf(json.entityStatus ?? ''),
  review: reviewOf(json.reviewStatus?.approvalStatus ?? ''),
  updatedAt: json.updateTime ?? '',
})

/** The tag of a creative as the DSP has it. */
export const tagOfCreative = (json: CreativeJson): DspContent => ({
  name: json.displayName ?? '',
  width: json.dimensions?.widthPixels ?? 0,
  height: json.dimensions?.heightPixels ?? 0,
  content:
    json.vastTagUrl === undefined
      ? { kind: 'html', html: json.thirdPartyTag ?? '' }
      : { kind: 'vast', url: json.vastTagUrl },
  clickUrl: json.exitEvents?.find(({ type }) => type === 'EXIT_EVENT_TYPE_DEFAULT')?.url ?? '',
})

/** The parts of a creative that follow from its tag. Only its type can never be changed. */
const tagFields = ({ name, width, height, content, clickUrl }: DspTag) => ({
  displayName: name,
  ...(content.kind === 'html' ? { thirdPartyTag: content.html } : { vastTagUrl: content.url }),
  dimensions: { widthPixels: width, heightPixels: height },
  exitEvents: [{ type: 'EXIT_EVENT_TYPE_DEFAULT', url: clickUrl }],
})

/** The body of creatives.patch that gives a creative another tag, and the names of its fields. */
export const changedCreative = (tag: DspTag): { readonly body: object; readonly mask: string } => {
  const body = tagFields(tag)
  return { body, mask: Object.keys(body).join(',') }
}

/** The body of creatives.create for a tag that Endcap serves: a creative with a third-party tag, or with a VAST tag. */
export const newCreative = (tag: DspTag): object => ({
  ...tagFields(tag),
  entityStatus: 'ENTITY_STATUS_ACTIVE',
  hostingSource: 'HOSTING_SOURCE_THIRD_PARTY',
  creativeType: tag.content.kind === 'html' ? 'CREATIVE_TYPE_STANDARD' : 'CREATIVE_TYPE_VIDEO',
  integrationCode: tag.tagId,
})
