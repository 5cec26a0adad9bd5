import type Database from 'better-sqlite3'

/** A gap as stored: `ChainGap`, with its positions as numbers. */
export type GapRow = readonly [after: number, events: number, until: number, had: number, at: string]

const columns = 'position, events, until, had, at'
/** How often at most the number of chained events is kept, in milliseconds. */
const keepEveryMs = 1_000

export const gapReader = (db: Database.Database) => {
  const all = db.prepare<[], GapRow>(`SELECT ${columns} FROM chain_gap ORDER BY position`).raw()
  return { gaps: (): readonly GapRow[] => all.all() }
}

/** How many events the chain is known to have had, kept apart from its links. For write transactions. */
export const chainedCount = (db: Database.Database) => {
  const get = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'chained'").pluck()
  const put = db.prepare<[string]>(
    "INSERT INTO meta (key, value) VALUES ('chained', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  )
  let keptAt = Number.NEGATIVE_INFINITY
  const keep = (events: number): void => {
    keptAt = performance.now()
    put.run(String(events))
  }
  return {
    get: (): number => Number(get.get() ?? 0),
    keep,
    /** Like `keep`, once a second. */
    keepInTime(events: number): void {
      if (performance.now() - keptAt >= keepEveryMs) keep(events)
    },
  }
}

/**
 * Returns a function that compares the last link of the chain with how many events it had and with the position of the last event of the log, and
 * records what the chain lacks. To be called before anything extends it, in a write transaction.
 */
export const gapFinder = (db: Database.Database) => {
  const chained = chainedCount(db)
  const around = db
    .prepare<[number, number], GapRow>(
      `SELECT ${columns} FROM chain_gap WHERE position <= ? AND until >= ? ORDER BY had DESC LIMIT 1`,
    )
    .raw()
  const put = db.prepare<[...GapRow]>(
    `INSERT INTO chain_gap (${columns}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (position) DO UPDATE
     SET until = max(until, excluded.until), had = max(had, excluded.had), at = excluded.at`,
  )
  return ([position, events]: readonly [position: number, events: number, ...unknown[]], head: number): void => {
    const had = chained.get()
    const isRemoval = had > events
    if (position >= head && !isRemoval) {
      if (events !== had) chained.keep(events)
      return
    }
    const known = around.get(position, position)
    if (known === undefined || (isRemoval && known[3] < had)) {
      put.run(position, events, head, had, new Date().toISOString())
      return
    }
    const [after, before, until, hadThen, at] = known
    // events that came while the chain was completed lack links, too
    if (until === position) put.run(after, before, head, hadThen, at)
  }
}
