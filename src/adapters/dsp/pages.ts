import { type DspFailure, isDspFailure } from '../../ports/dsp.ts'
import { failure } from './failure.ts'

/** 50,000 objects on pages of 50, 200,000 on full ones: more is no advertiser's list, but an answer that never ends. */
const mostPages = 1_000

type Page<A> = { readonly items: readonly A[]; readonly next?: string | undefined }

/** Reads all pages of a list, the first failure ends it. */
export const allPages = async <A>(
  pageAt: (pageToken: string | undefined) => Promise<Page<A> | DspFailure>,
): Promise<readonly A[] | DspFailure> => {
  const all: A[] = []
  let token: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const read = await pageAt(token)
    if (isDspFailure(read)) return read
    for (const item of read.items) all.push(item)
    if (!read.next) return all
    token = read.next
  }
  return failure('too-many', `The DSP lists more than ${mostPages} pages.`)
}

/** The query of a list. */
export const listQuery = (query: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return String(new URLSearchParams(given))
}
