import type { Report } from '../report.ts'

/** How a run was asked for. */
export type Options = {
  readonly rounds: number
  /** Length of one load. */
  readonly seconds: number
  /** Folder for CPU profiles of the project; undefined: none. */
  readonly profiles: string | undefined
  /** A folder of this measure's own; it is removed afterwards. */
  readonly dir: string
  /** Says what is going on. */
  say(text: string): void
}
export type Measure = (options: Options) => Promise<Report>
