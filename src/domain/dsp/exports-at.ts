import type { DspRun } from './export-run.ts'

/** The exports of an account to an advertiser of the DSP. */
export type ExportsAt = {
  /** The newest run by retailCampaignIdx. */
  readonly runs: ReadonlyMap<number, DspRun>
  /** The configurations of these exports, deleted ones too. */
  readonly configIds: ReadonlySet<number>
}
