import type { DspConfiguration } from '../domain/dsp/configuration-events.ts'
import type { ExportsAt } from '../domain/dsp/exports-at.ts'
import type { DspCreative, DspFailure } from './dsp.ts'

/** The creatives of an account at an advertiser, and its exports when the reading of them began. */
export type DspReading = { readonly before: ExportsAt; readonly creatives: readonly DspCreative[] }

/** The reading goes on. `read`: how many creatives of the advertiser it has seen. */
export type StillReading = { readonly read: number }

/**
 * Readings of all creatives of an account at an advertiser, with the hashes of their tags. One that takes longer than a request waits goes
 * on, and who asks next joins it (ADR 0173).
 */
export type DspReadings = {
  creatives(configuration: DspConfiguration): Promise<DspReading | StillReading | DspFailure>
  /** Ends the readings that run. */
  close(): void
}
