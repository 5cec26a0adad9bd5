import { median, shown } from './numbers.ts'

/** The condition of a budget on a ratio. */
export type Budget = { readonly atLeast: number } | { readonly atMost: number }

/** A line of the table: the project compared with one peer. Without a budget it is informational. */
export type Line = {
  readonly work: string
  readonly unit: string
  readonly project: number
  readonly peer: string
  readonly peerValue: number
  readonly ratio: number
  readonly budget?: Budget
  readonly ok?: boolean
}

/** The result of a measure. `notes`: sentences about the numbers. */
export type Report = { readonly lines: readonly Line[]; readonly notes: readonly string[] }

const holds = (ratio: number, budget: Budget): boolean =>
  'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost

/**
 * Compares measurements of the same rounds. The ratio is the median of the rounds' ratios, since a disturbance affects
 * both sides of a round.
 */
export const compare = (
  what: { readonly work: string; readonly unit: string; readonly peer: string; readonly budget?: Budget },
  project: readonly number[],
  peer: readonly number[],
): Line => {
  const ratio = median(project.map((value, round) => value / (peer[round] ?? Number.NaN)))
  const judged = what.budget === undefined ? {} : { ok: holds(ratio, what.budget) }
  return { ...what, project: median(project), peerValue: median(peer), ratio, ...judged }
}

const budgetText = (budget: Budget | undefined): string => {
  if (budget === undefined) return ''
  return 'atLeast' in budget ? `>= ${budget.atLeast}` : `<= ${budget.atMost}`
}

const cellsOf = ({ work, unit, project, peer, peerValue, ratio, budget, ok }: Line): readonly string[] => [
  work,
  `${shown(project)} ${unit}`,
  peer,
  `${shown(peerValue)} ${unit}`,
  shown(ratio),
  budgetText(budget),
  ok === undefined ? '' : ok ? 'ok' : 'MISSED',
]
const heads = ['work', 'project', 'peer', 'peer has', 'ratio', 'budget', '']

/** The table as aligned text. */
export const tableOf = (lines: readonly Line[]): string => {
  const rows = [heads, ...lines.map(cellsOf)]
  const widths = heads.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [lineOf(heads), widths.map(width => '-'.repeat(width)).join('  '), ...rows.slice(1).map(lineOf)].join('\n')
}
