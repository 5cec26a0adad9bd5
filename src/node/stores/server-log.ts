import { openEmbedded } from '../../adapters/embedded/open-embedded.ts'
import { openEventStoreDb } from '../../adapters/event-log/eventstoredb/open-event-log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { EventLog } from '../../ports/event-log.ts'
import { StoreAway } from '../../ports/store-away.ts'
import { WrongAddress } from '../../ports/wrong-address.ts'
import type { Config } from '../config/read-config.ts'

/** Adds the name of the variable to the error of a store that is unavailable, or has a wrong address, at the start. */
export const namedBy =
  (variable: string) =>
  (error: unknown): never => {
    if (error instanceof WrongAddress) throw new WrongAddress(`${variable}: ${error.message}`)
    throw error instanceof StoreAway ? new StoreAway(error.store, `${error.reason}; check ${variable}`) : error
  }

/** A log whose views are in MongoDB. `chain`: its hash chain, if the log keeps that itself. */
export type ServerLog = { readonly log: EventLog; readonly chain?: Chain }

/** Opens the log of EVENTSTOREDB_URL, otherwise that in DATA_DIR. `onState`: why the log is away; undefined: it is back. */
export const openServerLog = async (
  { dataDir, eventStoreUrl, streamPrefix }: Config,
  onFatal: ((reason: string) => void) | undefined,
  onState: (away: string | undefined) => void,
): Promise<ServerLog> => {
  if (eventStoreUrl !== undefined)
    return {
      log: await openEventStoreDb({ url: eventStoreUrl, streamPrefix, onState }).catch(namedBy('EVENTSTOREDB_URL')),
    }
  const embedded = await openEmbedded({
    dataDir,
    onState: (store, away) => {
      if (store === 'event log') onState(away)
    },
    ...(onFatal ? { onFatal } : {}),
  })
  return { log: { ...embedded.log, close: () => embedded.close() }, chain: embedded.chain }
}
