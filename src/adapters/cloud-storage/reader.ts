import type { Readable } from 'node:stream'
import type { CloudPage } from '../../ports/cloud-storage.ts'

/** What an adapter of one service does; it throws what its client throws. */
export type Reader = {
  list(options: {
    readonly prefix: string
    readonly limit: number
    readonly page?: string | undefined
  }): Promise<CloudPage>
  open(key: string, signal?: AbortSignal): Promise<{ readonly body: Readable }>
}
