import type { Report } from '../report.ts'

/** The options of a run. */
export type Options = {
  readonly rounds: number
  /** Length of one load. */
  readonly seconds: number
  /** Folder for CPU profiles of the project; undefined: none. */
  readonly profiles: string | undefined
  /** A separate folder for this measure; removed afterwards. */
  readonly dir: string
  /** Reports progress. */
  progress(text: string): void
}
export type Measure = (options: Options) => Promise<Report>
