import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { diskFault } from '../../ports/disk-fault.ts'
import { type Fetcher, type FetchFailure, isFetchFailure } from '../../ports/fetcher.ts'
import { Unreadable } from './unreadable.ts'

const timeoutMs = 30_000
const maxRedirects = 5

/** A file that was fetched. `url`: where it was found in the end; `charset`: as its server names it. */
export type FetchedFile = { readonly path: string; readonly url: string; readonly charset?: string }
/** `answer`: of its server, with headers in lower case. */
export type AnsweredFile = FetchedFile & {
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> }
}

const refused = ({ code, detail, isUnknownHost }: FetchFailure): Unreadable => {
  const said = `The address cannot be read: ${detail}.`
  if (isUnknownHost) return new Unreadable('unreachable', `${said} Check the spelling of its host.`)
  if (code === 'address-refused' || code === 'scheme-refused') return new Unreadable('address-refused', said)
  if (code === 'too-large') return new Unreadable('too-large', said)
  return new Unreadable('unreachable', said, code === 'timeout' || code === 'unreachable')
}
const isTransient = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500

const charsetOf = (contentType: string | undefined): { readonly charset?: string } => {
  const [, charset] = /;\s?charset=["']?([\w-]{2,20})/i.exec(contentType ?? '') ?? []
  return charset === undefined ? {} : { charset }
}

type Bounds = { readonly maxBytes: number; readonly signal: AbortSignal }
const isSuccess = (status: number): boolean => status === 200

/** The fault of an address whose server answered with another status than 200. */
export const statusFault = (status: number): Unreadable =>
  new Unreadable('unreachable', `The address answered with status ${status}.`, isTransient(status))

/**
 * Fetches an address into a file, in at most 30 s, over at most 5 redirects, if its answer has a status that is wanted. Throws Unreadable.
 */
export const fetchAnswer = async (
  fetcher: Fetcher,
  url: string,
  path: string,
  { maxBytes, signal }: Bounds,
  isWanted: (status: number) => boolean,
): Promise<AnsweredFile> => {
  const answered = await fetcher.fetch({ url, maxBytes, timeoutMs, maxRedirects, signal })
  if (isFetchFailure(answered)) throw refused(answered)
  const { status, headers, body } = answered
  if (!isWanted(status)) {
    body.on('error', () => undefined).destroy()
    throw statusFault(status)
  }
  try {
    await pipeline(body, createWriteStream(path))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return diskFault(error)
    if (status !== 200) throw statusFault(status)
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreachable'
    const detail = code === 'too-large' ? `the response exceeds ${maxBytes} bytes` : 'the transfer was interrupted'
    throw refused({ code: code === 'too-large' ? code : 'unreachable', detail })
  }
  return { path, url: answered.url, ...charsetOf(headers['content-type']), answer: { status, headers } }
}

/** As `fetchAnswer`, with status 200. */
export const fetchFile = async (fetcher: Fetcher, url: string, path: string, bounds: Bounds): Promise<FetchedFile> => {
  const { answer: _, ...file } = await fetchAnswer(fetcher, url, path, bounds, isSuccess)
  return file
}
