import type { DspConfiguration } from '../domain/dsp/configuration-events.ts'
import type { Reviewed } from '../domain/dsp/reviews.ts'
import type { DspFailure } from './dsp.ts'

/** Whose creatives are asked about. */
export type ReviewedAt = Pick<DspConfiguration, 'accountId' | 'dspPartnerId' | 'dspAdvertiserId'>
export type WantedReviews = {
  readonly tagIds: ReadonlySet<string>
  /** Their creatives have changed since then, ISO 8601. */
  readonly since: string
  /** When a creative last got another tag, ISO 8601: what the DSP had decided before was about the tag before. */
  readonly changedAt?: string | undefined
}

/**
 * What the DSP has decided about the creatives of an account at an advertiser. Campaigns that ask soon after each other share one
 * reading of the DSP's list, so a decision may be seen some minutes late.
 */
export type DspReviews = {
  decided(at: ReviewedAt, wanted: WantedReviews, signal?: AbortSignal): Promise<readonly Reviewed[] | DspFailure>
}
