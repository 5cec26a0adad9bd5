import type { Db } from 'mongodb'
import { pause } from '../../../engine/pause.ts'
import { firstAfter } from '../../../engine/read/first-after.ts'
import type { EventLog } from '../../../ports/event-log.ts'
import { StreamBroken } from '../../../ports/store-away.ts'
import { WrongAddress } from '../../../ports/wrong-address.ts'
import { answered } from './connect.ts'
import { collectionsOf, type FeedRow } from './documents.ts'
import { beatMs, silenceMs } from './lease.ts'
import { isDuplicate } from './views.ts'

type MetaRow = { readonly _id: string; readonly log: string }

/** What the database has. `log`: the id of the log that it was built from, unless it is new. */
type Found = { readonly feeds: readonly FeedRow[]; readonly log: string | undefined }

type Options = {
  /** This process is a node, which builds dropped views again. A tool refuses read models that are not of its log. */
  readonly replaces: boolean
  /** A feed that shows no sign of life for so long is fed by nobody, in milliseconds. */
  readonly watchMs?: number
}

/** A node that takes over from one that died shows life within this time, in milliseconds. */
const untilTakenOver = silenceMs + 2 * beatMs
/** They are watched in so many parts: a machine that is suspended uses up one of them, not the whole time. */
const looks = 5

const toCorrect = 'STREAM_PREFIX, EVENTSTOREDB_URL, DATA_DIR or MONGODB_URL'
const wrong = (why: string) => new WrongAddress(`MONGODB_URL: its read models ${why}`)
const otherLog = (why: string): WrongAddress =>
  wrong(`are of another event log, and ${why}; correct ${toCorrect}: each log needs a database of its own`)
const aheadOfLog = (are: string): WrongAddress =>
  wrong(`${are}, as after a restore; start a node, which builds them again, or correct ${toCorrect}`)
const fedAheadOfLog = (are: string): WrongAddress =>
  wrong(
    `${are}, and a node feeds them: this log is another copy of the one that the node writes; stop that node first, or correct ${toCorrect}`,
  )

/** Whether a node fed one of the feeds between two looks. */
const isFed = (before: readonly FeedRow[], after: readonly FeedRow[]): boolean =>
  after.some(({ _id, turn, beat }) => !before.some(was => was._id === _id && was.turn === turn && was.beat === beat))

/**
 * Drops read models that are ahead of the log, or of another log, if this process may (ARCH-25). Those of another log are
 * left alone, and the process is refused with WrongAddress, while a node feeds them, or while this log has no events: then
 * its address is wrong.
 */
export const viewsOfLog = (
  db: Db,
  log: Pick<EventLog, 'id' | 'head' | 'readAll' | 'readStream'>,
  { replaces, watchMs = untilTakenOver }: Options,
): Promise<void> => {
  const meta = db.collection<MetaRow>('meta')
  const { feeds } = collectionsOf(db)

  /** The log is asked last: what nodes of this log make meanwhile is not taken for that of another one. */
  const look = async (): Promise<Found> => ({
    feeds: await feeds.find().toArray(),
    log: (await meta.findOne({ _id: 'log' }))?.log,
  })
  /** Drops feeds that are still as they were found; the sweep removes their documents. */
  const drop = async (found: readonly FeedRow[]): Promise<void> => {
    for (const { _id, turn, beat } of found) await feeds.deleteOne({ _id, turn, beat })
  }
  const note = async (before: string | undefined): Promise<void> => {
    if (before === undefined) await meta.insertOne({ _id: 'log', log: log.id })
    else await meta.updateOne({ _id: 'log', log: before }, { $set: { log: log.id } })
  }
  /** Watches for as long as a node that lives needs to show life; ends early when one does, or when the database is of another log by now. */
  const watched = async (before: Found): Promise<{ readonly found: Found; readonly isFed: boolean }> => {
    for (let n = 1; ; n++) {
      await pause(watchMs / looks)
      const found = await look()
      const fed = isFed(before.feeds, found.feeds)
      if (fed || found.log !== before.log || n === looks) return { found, isFed: fed }
    }
  }
  /** Whether the log has the event that a feed was moved to last. One that was restored goes on with others under the same positions. */
  const isInLog = async ({ last }: FeedRow): Promise<boolean> => {
    if (!last) return true
    try {
      const [event] = await log.readStream(last.stream, { from: Number(last.revision), limit: 1 })
      return event?.id === last.id
    } catch (error) {
      // what the store has lost of a stream says nothing of its copies
      if (error instanceof StreamBroken) return true
      throw error
    }
  }
  /** The feeds that are ahead of the log, or were fed from another copy of it; undefined if none is. */
  const aheadIn = async ({ feeds: all }: Found) => {
    // asked after the positions were read: a node that runs meanwhile feeds events that an earlier head does not have
    const head = await log.head()
    const isAhead = ({ position, views }: FeedRow) =>
      position > head || Object.values(views).some(view => (view.position ?? 0n) > head)
    const ahead = all.filter(isAhead)
    if (ahead.length > 0) return { feeds: ahead, are: 'are ahead of this event log' }
    for (const feed of all)
      if (!(await isInLog(feed))) return { feeds: all, are: 'have events that this event log lacks' }
    return undefined
  }
  const ofThisLog = async (before: Found): Promise<void> => {
    const found = await aheadIn(before)
    if (found === undefined) return
    if (!replaces) throw aheadOfLog(found.are)
    const now = await watched(before)
    const ahead = await aheadIn(now.found)
    // another node of this log was faster
    if (ahead === undefined) return
    // a copy of a log has the id of the log
    if (now.isFed) throw fedAheadOfLog(ahead.are)
    await drop(ahead.feeds)
    // of what is left, other releases may have fed some from another copy
    return check()
  }
  const ofOtherLog = async (before: Found): Promise<void> => {
    if (!replaces) throw otherLog('only a node builds them again')
    if ((await firstAfter(log, 0n)) === undefined) throw otherLog('this log has no events')
    const { found, isFed } = await watched(before)
    // another node of this log was faster
    if (found.log === log.id) return check()
    if (isFed) throw otherLog('a node feeds them')
    await drop(found.feeds)
    const left = await look()
    if (left.log === log.id) return check()
    if (left.feeds.length > 0) throw otherLog('a node feeds them')
    await note(found.log)
  }
  const check = async (): Promise<void> => {
    const found = await look()
    if (found.log === log.id) return ofThisLog(found)
    if (found.log !== undefined && found.feeds.length > 0) return ofOtherLog(found)
    if (found.log === undefined) await ofThisLog(found)
    if (!replaces) return
    try {
      await note(found.log)
    } catch (error) {
      if (!isDuplicate(error)) throw error
      await check()
    }
  }
  return answered('read models', check())
}
