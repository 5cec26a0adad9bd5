import type { StateChange } from '../../audit/changes.ts'
import { printable, printableLines } from '../../domain/shared/printable.ts'

const shown = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value))

/** Changes for people, a line each, or as a JSON list of `{path, from, to}`. `what` names what was compared. */
export const shownChanges = (changes: readonly StateChange[], what: string, json: boolean): string => {
  if (json) return printableLines(JSON.stringify(changes, null, 2))
  if (changes.length === 0) return `No differences in ${what}.`
  return changes.map(({ path, from, to }) => printable(`${path}: ${shown(from)} → ${shown(to)}`)).join('\n')
}
