import { randomUUID } from 'node:crypto'
import { assetSourceId } from '../../domain/asset-sources/asset-source-id.ts'
import type { AssetSource } from '../../domain/asset-sources/asset-source-state.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import type { Work, WorkContext } from '../../engine/write/execute.ts'
import type { Ports } from '../../ports/ports.ts'
import type { FetchedRows, FetchFault, RemoteFetch, RemoteRows } from '../../ports/remote-rows.ts'
import { levelOf } from '../../ports/store-away.ts'
import { type FetchPorts, fetchRows } from './fetch-rows.ts'
import { refresh } from './refresh.ts'
import { isRemote, type RemoteSource } from './remote-source.ts'

export type RemoteRowsOptions = FetchPorts &
  Pick<Ports, 'readModels' | 'secrets' | 'clock' | 'logger'> & {
    readonly newWork: (context: WorkContext) => Work
    /** Milliseconds of a fetch for which somebody waits, and of one in the background. */
    readonly waitedMs?: number
    readonly backgroundMs?: number
  }

/** Fetches at a time, of each kind; each holds a file of at most 64 MiB. */
const shares = { inAll: 8, perAccount: 3 }

const newContext = (): WorkContext => {
  const id = randomUUID()
  const context = { commandId: id, correlationId: id, causationId: id }
  return { actor: 'process:remote-sources', operation: 'remote-sources', ...context }
}

/** Fetches the rows of remote sources on this node (ADR 0050): those that somebody waits for, and others in the background. */
export const openRemoteRows = ({
  newWork,
  waitedMs = 10_000,
  backgroundMs = 30_000,
  ...ports
}: RemoteRowsOptions): RemoteRows => {
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()

  /** Fetches of one kind: slow addresses in the background take no slot from somebody who waits. */
  const fetching = (ms: number) => {
    const slots = fairSlots(shares)
    return async (wanted: RemoteFetch): Promise<FetchedRows | FetchFault> => {
      const late = AbortSignal.timeout(ms)
      const signal = AbortSignal.any([closing.signal, late])
      try {
        return await slots.run(wanted.accountId, () => fetchRows(ports, wanted, signal), signal)
      } catch (error) {
        closing.signal.throwIfAborted()
        if (!late.aborted) throw error
        return { code: 'timeout', detail: `The rows could not be fetched and read within ${ms / 1_000} s.` }
      }
    }
  }
  const fetch = fetching(waitedMs)
  const fetchInBackground = fetching(backgroundMs)

  const refreshed = async (id: string, source: RemoteSource): Promise<void> => {
    try {
      await refresh(ports, () => newWork(newContext()), source, fetchInBackground)
    } catch (error) {
      if (!closing.signal.aborted)
        ports.logger[levelOf(error, 'error')]({ err: error, source: id }, 'a remote source could not be fetched again')
    } finally {
      running.delete(id)
    }
  }
  return {
    fetch,
    noteReader(source: AssetSource) {
      const id = assetSourceId(source.accountId, source.assetSourceId)
      if (!isRemote(source) || running.has(id) || closing.signal.aborted) return
      running.set(id, refreshed(id, source))
    },
    async close() {
      closing.abort(new Error('the node stops'))
      await Promise.all(running.values())
    },
  }
}
