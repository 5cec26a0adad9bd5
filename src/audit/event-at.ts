import type { AccountEvent } from '../../projections/audit/account-events.ts'
import type { EventLog, Recorded } from '../ports/event-log.ts'

/** The event that the index for auditors names. Throws if the log does not have it. */
export const eventAt = async (log: Pick<EventLog, 'readStream'>, place: AccountEvent): Promise<Recorded> => {
  const { stream, revision, position } = place
  const [event] = await log.readStream(stream, { from: revision, limit: 1, at: BigInt(position) })
  if (!event) throw new Error(`revision ${revision} of ${stream} is in the index but not in the log`)
  return event
}
