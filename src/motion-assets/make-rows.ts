import * as E from 'fp-ts/lib/Either.js'
import { assetSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../domain/asset-sources/asset-source-id.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import { mostRunFaults, type RunFault } from '../domain/asset-sources/feed-events.ts'
import type { MotionSettings } from '../domain/asset-sources/motion-events.ts'
import { adUnitsOf, motionFaults } from '../domain/asset-sources/motion-faults.ts'
import type { ColumnRoles } from '../domain/asset-sources/roles.ts'
import type { RowSet } from '../domain/asset-sources/row-set.ts'
import { count } from '../domain/shared/wording.ts'
import { settled } from '../engine/react/settled.ts'
import type { Work } from '../engine/write/execute.ts'
import { contentFromLog } from '../lookups/campaign-from-log.ts'
import type { Ports } from '../ports/ports.ts'
import { writeRows } from '../rows/write-rows.ts'
import { faultOfRoom } from '../storage/fault-of-room.ts'
import { withRoom } from '../storage/room.ts'
import { roomUnless } from '../storage/room-unless.ts'
import { baseRows } from './base-rows.ts'
import { renderFilms } from './render-films.ts'
import { keysAmong, rowsWithFilms } from './rows-with-films.ts'

type Run = {
  readonly accountId: string
  readonly assetSourceId: number
  readonly settings: MotionSettings
  readonly work: Work
  readonly signal: AbortSignal
  /** Called after each film. */
  progressed(done: number, failed: number, total: number): Promise<void>
}
/** How many films there are to render, how many are missing, and the first of those. */
type Counts = { readonly total: number; readonly failed: number; readonly faults: RunFault[] }
export type MadeRows = Counts & { readonly set: RowSet; readonly roles: ColumnRoles }
/** Why there is no row: the reason is a sentence for people. */
export type NoRows = Counts & { readonly code: string; readonly reason: string }

/** Nothing was rendered. */
export const noRows = (code: string, reason: string): NoRows => ({ code, reason, total: 0, failed: 0, faults: [] })

const gone = noRows('not-found', 'The asset source that the rows come from no longer exists.')

const withoutRow = (creativeName: string): RunFault => ({
  item: creativeName,
  code: 'row-missing',
  detail: 'the asset source has no row with this key',
})

/**
 * Renders the films of motion assets, and stores the rows that have all of theirs as a row set (SOURCE-10). Creatives whose name is the key
 * of no row are not rendered; they count as missing films. Rejects when the renderer or a store is unavailable.
 */
export const makeRows = async (
  { accountId, assetSourceId, settings, work, signal, progressed }: Run,
  ports: Ports,
): Promise<MadeRows | NoRows> => {
  const { base: source, retailCampaignIdx, columns } = settings
  const { campaign, creatives } = settled(await contentFromLog(work, accountId, retailCampaignIdx, ports)())
  const base = await baseRows(work, ports.blobs, accountId, source)
  if (base === undefined) return gone
  const all = [...creatives.creatives.values()]
  const against = { adUnits: campaign.adUnits, creatives: all.length, baseColumns: base.columns, roles: base.roles }
  const [fault] = motionFaults(columns, against)
  if (fault) return noRows(fault.code, `${fault.pointer.slice(1)} ${fault.detail}.`)

  const adUnits = adUnitsOf(columns, campaign.adUnits)
  const keys = await keysAmong(base, new Set(all.map(({ creativeName }) => creativeName)), signal)
  const isKey = ({ creativeName }: (typeof all)[number]) => keys.has(creativeName)
  const lacking = all.filter(creative => !isKey(creative))
  const total = all.length * adUnits.length
  const lost = lacking.length * adUnits.length
  const rendered = await renderFilms(
    {
      ...{ accountId, adUnits, work, signal },
      creatives: all.filter(isKey),
      progressed: (done, failed) => progressed(done, failed + lost, total),
    },
    ports,
  )
  const failed = rendered.failed + lost
  const faults = [...rendered.faults, ...lacking.map(({ creativeName }) => withoutRow(creativeName))]
  const counts = { total, failed, faults: faults.slice(0, mostRunFaults) }
  if (rendered.films.size === 0)
    return {
      ...counts,
      code: 'no-films',
      reason: `No row has all of its films: ${count(failed, 'film')} of ${total} missing.`,
    }
  const { state } = await work.load(assetSource, idOf(accountId, assetSourceId))
  const isServed = (blob: string) => blob === (state && servedLoad(state)?.set.blob)
  const served = rowsWithFilms(base, columns, rendered.films)
  const stored = await withRoom(ports, accountId, async room =>
    E.right(
      await writeRows(ports.blobs, served.columns, served.rows, base.roles.assetKeyColumn, roomUnless(isServed, room)),
    ),
  )
  if (E.isLeft(stored)) return { ...counts, code: stored.left.code, reason: faultOfRoom(stored.left).detail }
  return { ...counts, roles: base.roles, set: stored.right }
}
