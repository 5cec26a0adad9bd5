import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { isOver } from '../shared/unused-files.ts'

/** A ZIP that an export offered, until this ISO time. */
export const PastFile = fields({ zip: t.string, until: t.string })
export type PastFile = t.TypeOf<typeof PastFile>

type Offering = {
  readonly status: string
  readonly zip?: string | undefined
  readonly past: readonly PastFile[]
}

/** The ZIP that an export offers; undefined if it offers none. */
export const offeredZip = ({ status, zip }: Omit<Offering, 'past'>): string | undefined =>
  status === 'COMPLETED' || status === 'AVAILABLE' ? zip : undefined

/** The past files after an event at `at` that led from one state to the next. */
export const pastAfter = (before: Offering, next: Omit<Offering, 'past'>, at: string): PastFile[] => {
  const [old, now] = [offeredZip(before), offeredZip(next)]
  const ceased = old === undefined || old === now ? [] : [{ zip: old, until: at }]
  return [...before.past.filter(f => f.zip !== old && f.zip !== now), ...ceased]
}

const over = (file: PastFile, now: Date) => isOver(new Date(file.until), now)

/** ZIPs that an export no longer needs. */
export const overdueFiles = ({ past }: Offering, now: Date): readonly string[] =>
  past.filter(f => over(f, now)).map(f => f.zip)

/** ZIPs that an export still needs: the offered one, and those with a link that may be valid. */
export const neededFiles = (state: Offering, now: Date): readonly string[] => {
  const offered = offeredZip(state)
  const linked = state.past.filter(f => !over(f, now)).map(f => f.zip)
  return offered === undefined ? linked : [offered, ...linked]
}
