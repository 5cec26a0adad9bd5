/** What a client may set of a creative. */
export type CreativeInput = {
  readonly displayName: string
  readonly entityStatus: string
  readonly creativeType: string
  readonly hostingSource: string
  readonly dimensions: { readonly widthPixels: number; readonly heightPixels: number }
  readonly exitEvents: readonly { readonly type: string; readonly url: string; readonly name?: string }[]
  readonly integrationCode?: string
  readonly notes?: string
  readonly thirdPartyTag?: string
  readonly vastTagUrl?: string
  readonly requireHtml5?: boolean
}

/** A creative of the sandbox. Times are milliseconds since 1970. */
export type StoredCreative = {
  readonly creativeId: string
  readonly advertiserId: string
  readonly input: CreativeInput
  readonly createdAt: number
  readonly changedAt: number
  /** When its review ends, and how. */
  readonly reviewedAt: number
  readonly verdict: 'approved' | 'rejected'
}

export const archived = 'ENTITY_STATUS_ARCHIVED'

export const isReviewed = ({ reviewedAt }: StoredCreative, now: number): boolean => now >= reviewedAt

/** The end of its review updates a creative too. */
export const updatedAt = (creative: StoredCreative, now: number): number =>
  isReviewed(creative, now) ? Math.max(creative.changedAt, creative.reviewedAt) : creative.changedAt

/** https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives#ApprovalStatus */
export const approvalStatus = (creative: StoredCreative, now: number): string => {
  if (!isReviewed(creative, now)) return 'APPROVAL_STATUS_PENDING_NOT_SERVABLE'
  return creative.verdict === 'approved' ? 'APPROVAL_STATUS_APPROVED_SERVABLE' : 'APPROVAL_STATUS_REJECTED_NOT_SERVABLE'
}

const reviewStatus = (creative: StoredCreative, now: number): string =>
  isReviewed(creative, now) ? `REVIEW_STATUS_${creative.verdict.toUpperCase()}` : 'REVIEW_STATUS_PENDING'

/** A creative as the API gives it. https://developers.google.com/display-video/api/reference/rest/v4/advertisers.creatives */
export const creativeJson = (creative: StoredCreative, now: number): Readonly<Record<string, unknown>> => {
  const { creativeId, advertiserId, input, createdAt } = creative
  return {
    name: `advertisers/${advertiserId}/creatives/${creativeId}`,
    advertiserId,
    creativeId,
    ...input,
    createTime: new Date(createdAt).toISOString(),
    updateTime: new Date(updatedAt(creative, now)).toISOString(),
    dynamic: false,
    reviewStatus: {
      approvalStatus: approvalStatus(creative, now),
      creativeAndLandingPageReviewStatus: reviewStatus(creative, now),
      contentAndPolicyReviewStatus: reviewStatus(creative, now),
    },
  }
}
