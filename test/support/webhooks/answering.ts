import { Readable } from 'node:stream'
import type { Fetcher } from '../../../src/ports/fetcher.ts'

export type Pending = {
  readonly url: string
  readonly body: string
  answer(status: number, headers?: Readonly<Record<string, string>>): void
}

/** A fetcher whose requests wait until a test answers them; one that is aborted ends as unreachable. */
export const answering = () => {
  const pending: Pending[] = []
  const fetcher: Pick<Fetcher, 'fetch'> = {
    fetch: ({ url, body = '', signal }) =>
      new Promise(resolve => {
        const own: Pending = {
          url,
          body: String(body),
          answer(status, headers = {}) {
            pending.splice(pending.indexOf(own), 1)
            resolve({ status, headers, body: Readable.from([]), isDelimited: true, url })
          },
        }
        pending.push(own)
        signal?.addEventListener('abort', () => resolve({ code: 'unreachable', detail: 'it was aborted' }))
      }),
  }
  return { fetcher: fetcher as Fetcher, pending: pending as readonly Pending[] }
}
