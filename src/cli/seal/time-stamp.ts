import { readFile } from 'node:fs/promises'
import type { Config } from '../../node/config/read-config.ts'
import { isFetchFailure } from '../../ports/fetcher.ts'
import type { TimeStamp } from '../../ports/time-stamps.ts'
import { writeNew } from '../new-file.ts'
import { UserError } from '../user-error.ts'

/** A response has some certificates, of 2,000 bytes each. */
const maxBytes = 65_536
const timeoutMs = 20_000

/** The file beside a seal with the response of the authority. */
export const stampFile = (file: string): string => `${file}.tsr`

const asked = async (url: string, query: Uint8Array, { egressAllow }: Pick<Config, 'egressAllow'>): Promise<Buffer> => {
  const { openFetcher } = await import('../../adapters/fetcher/guarded.ts')
  const fetcher = openFetcher({ egressAllow })
  const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' }
  const request = { url, method: 'POST', headers, body: query, maxBytes, timeoutMs, maxRedirects: 0 } as const
  const answer = await fetcher.fetchBytes(request).finally(() => fetcher.close())
  if (isFetchFailure(answer)) throw new Error(`${answer.code}: ${answer.detail}`)
  if (answer.status !== 200) throw new Error(`the authority answered ${answer.status}`)
  return answer.body
}

/**
 * Has an authority stamp the file of a seal (RFC 3161), and keeps its response beside it. Throws a UserError if the authority cannot be
 * reached, or answers anything but a stamp of this file; the seal is as good without it.
 */
export const timeStamped = async (
  file: string,
  url: string,
  config: Pick<Config, 'egressAllow'>,
): Promise<TimeStamp> => {
  const { rfc3161 } = await import('../../adapters/time-stamps/rfc3161.ts')
  const data = await readFile(file)
  const { query, nonce } = rfc3161.query(data)
  try {
    const response = await asked(url, query, config)
    const stamp = await rfc3161.check(response, data, { nonce })
    if ('fault' in stamp) throw new Error(`its answer is no time stamp of the seal: ${stamp.fault}`)
    await writeNew(stampFile(file), response)
    return stamp
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown error'
    throw new UserError(`${file} was written, but has no time stamp: ${why}`)
  }
}
