import type { RunShown } from '../../projections/asset-sources/run-shown.ts'
import { cut } from '../domain/shared/cut.ts'
import { count } from '../domain/shared/wording.ts'

/** A change of the number of rows that is worth a warning. */
const worthWarning = 0.5
const mostShown = 10

type Row = Readonly<Record<string, string>>
type Broken = { readonly column: string; readonly value: string }

const looksLikeImage = (column: string): boolean => /image|img|picture|photo|logo/i.test(column)
/** What can be an address of a picture: an http or https URL, with or without its scheme, or a path of the library. */
const isAddress = (value: string): boolean =>
  value.startsWith('/assets/') || (/^(https?:)?\/\//i.test(value) && URL.canParse(value, 'https://ads.example'))

/** A list of objects of a JSON feed, which stays JSON. */
const isList = (value: string): boolean => value.startsWith('[')

const brokenIn = (rows: readonly Row[]): readonly Broken[] =>
  rows
    .flatMap(row => Object.entries(row))
    .filter(([column, value]) => looksLikeImage(column) && value !== '' && !isList(value) && !isAddress(value))
    .map(([column, value]) => ({ column, value: cut(value, 200) }))

const rowWarning = ({ rows = 0, rowsBefore = 0 }: RunShown): readonly string[] => {
  if (rowsBefore === 0 || Math.abs(rows / rowsBefore - 1) < worthWarning) return []
  const percent = Math.round(Math.abs(rows / rowsBefore - 1) * 100)
  const word = rows < rowsBefore ? 'fewer' : 'more'
  return [`The last run has ${percent} % ${word} rows than the one before (${rows} instead of ${rowsBefore}).`]
}

/** What people of the account should look at: failed runs, rows and columns that are missing, and addresses of pictures that are none. */
export const warningsOf = (
  runs: readonly RunShown[],
  sampled: readonly Row[],
): { readonly warnings: string[]; readonly brokenImages: Broken[] } => {
  const [last] = runs
  const completed = runs.find(({ status }) => status === 'COMPLETED')
  const missing = completed?.columnsMissing ?? []
  const broken = brokenIn(sampled)
  return {
    warnings: [
      ...(last?.status === 'FAILED' ? [`The last run failed: ${last.reason ?? ''}`] : []),
      ...(completed ? rowWarning(completed) : []),
      ...(missing.length > 0
        ? [`Columns are missing since the last run: ${missing.slice(0, mostShown).join(', ')}.`]
        : []),
      ...(completed?.faultyRows ? [`The last run left out or cut ${count(completed.faultyRows, 'row')}.`] : []),
      ...(completed?.filmsMissing
        ? [`In the last run ${count(completed.filmsMissing, 'film was', 'films were')} not made.`]
        : []),
      ...(completed?.warnings ?? []),
      ...(broken.length > 0
        ? [
            `Of the first ${sampled.length} rows, ${count(broken.length, 'value')} in columns of pictures are no addresses.`,
          ]
        : []),
    ],
    brokenImages: broken.slice(0, mostShown),
  }
}
