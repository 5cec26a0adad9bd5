import type { Readable } from 'node:stream'
import type { CloudPage } from '../../ports/cloud-storage.ts'

/** The adapter of one service; it throws its client's errors. */
export type Reader = {
  list(options: {
    readonly prefix: string
    readonly limit: number
    readonly page?: string | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<CloudPage>
  open(key: string, signal?: AbortSignal): Promise<{ readonly body: Readable; readonly size?: number | undefined }>
}
