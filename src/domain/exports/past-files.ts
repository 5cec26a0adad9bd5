import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'

/** A ZIP that an export offered, and when it ceased to (ISO time). */
export const PastFile = fields({ zip: t.string, until: t.string })
export type PastFile = t.TypeOf<typeof PastFile>

type Offering = {
  readonly status: string
  readonly zip?: string | undefined
  readonly past: readonly PastFile[]
}

/**
 * Links are signed for 24 hours and rounded up to the full hour (decision 26); one hour more covers a node whose read
 * models were behind, and a download that was under way.
 */
const graceMs = (24 + 1 + 1) * 3_600_000

/** The ZIP that an export offers; undefined while it offers none. */
export const offeredZip = ({ status, zip }: Omit<Offering, 'past'>): string | undefined =>
  status === 'COMPLETED' || status === 'AVAILABLE' ? zip : undefined

/** The past files after a fact at `at` led from one state to the next. */
export const pastAfter = (before: Offering, next: Omit<Offering, 'past'>, at: string): PastFile[] => {
  const [old, now] = [offeredZip(before), offeredZip(next)]
  const ceased = old === undefined || old === now ? [] : [{ zip: old, until: at }]
  return [...before.past.filter(f => f.zip !== old && f.zip !== now), ...ceased]
}

/** Whether nothing of that time can be in use any more: no link that was signed then, no work that was under way. */
export const isOver = (then: Date, now: Date): boolean => then.getTime() + graceMs <= now.getTime()

const over = (file: PastFile, now: Date) => isOver(new Date(file.until), now)

/** ZIPs that an export need not keep any more. */
export const overdueFiles = ({ past }: Offering, now: Date): readonly string[] =>
  past.filter(f => over(f, now)).map(f => f.zip)

/** ZIPs that an export still needs: the one that it offers, and those that a link may lead to. */
export const neededFiles = (state: Offering, now: Date): readonly string[] => {
  const offered = offeredZip(state)
  const linked = state.past.filter(f => !over(f, now)).map(f => f.zip)
  return offered === undefined ? linked : [offered, ...linked]
}
