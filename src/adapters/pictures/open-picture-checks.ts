import { fileTypeFromBuffer } from 'file-type'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { maxPixels } from '../../domain/assets/bounds.ts'
import { textTypeOf } from '../../domain/assets/text-type.ts'
import { afterComments } from '../../domain/shared/markup.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import type { Logger } from '../../ports/logger.ts'
import type { PictureCheck, PictureChecks } from '../../ports/picture-checks.ts'
import { LimitExceeded } from '../threads/bounded-thread.ts'
import { threadPool } from '../threads/thread-pool.ts'
import { type DecodedType, endsEarly, isDecoded } from './endings.ts'

/** Contents whose checks are kept. */
const mostKept = 20_000
/** Seconds for one picture: a picture of 25 megapixels takes one. */
const decodeSeconds = 10
/** Pictures at a time, each on a thread of the library. */
const atATime = { inAll: 2, perAccount: 1 }
const svgLimits = { deadlineMs: 2_000, heapMb: 128 }
const beginningBytes = 4_096

/** Decodes every row of the first frame, and keeps nothing of it. Rejects if it does not decode to its end. */
const decode = (body: Buffer): Promise<Buffer> =>
  sharp(body, { failOn: 'truncated', limitInputPixels: maxPixels, sequentialRead: true })
    .extractChannel(0)
    .resize(8, 8, { fit: 'fill' })
    .timeout({ seconds: decodeSeconds })
    .raw()
    .toBuffer()

/**
 * Whether the end of a picture is missing: the file does not end as its type says, and does not decode. What is whole and does not decode is left
 * to browsers, which know formats and forgive faults that the library does not.
 */
const isTruncated = async (type: DecodedType, body: Buffer): Promise<boolean> => {
  if (!endsEarly(type, body)) return false
  try {
    const { width, height, pages = 1, pageHeight = height } = await sharp(body, { limitInputPixels: false }).metadata()
    // the renderer refuses it
    if (width * pageHeight > maxPixels) return false
    await decode(body)
    return pages > 1
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return !/timeout/i.test(error.message)
  }
}

const isHtml = (beginning: string): boolean => {
  const text = beginning.slice(afterComments(beginning))
  return /^<(?:!doctype html|html|head|body|title|meta)\b/i.test(text)
}

const openSvgThreads = () =>
  threadPool<string, readonly string[]>(new URL('./svg-thread.ts', import.meta.url), { ...svgLimits, ...atATime })

/** Checks pictures. The library decodes on threads of its own; an SVG is read in a thread with a deadline, and never drawn here. */
export const openPictureChecks = ({ logger }: { readonly logger: Logger }): PictureChecks => {
  const kept = new LRUCache<string, PictureCheck>({ max: mostKept })
  const underWay = new Map<string, Promise<PictureCheck>>()
  const slots = fairSlots(atATime)
  const svgThreads = openSvgThreads()

  const ofSvg = async (accountId: string, body: Buffer): Promise<PictureCheck> => {
    try {
      const notLoaded = await svgThreads.ask(accountId, body.toString())
      return notLoaded.length === 0 ? {} : { notLoaded }
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error
      logger.warn({ accountId, limit: error.limit }, 'an SVG could not be read within its limits')
      return {}
    }
  }
  const ofBody = async (accountId: string, body: Buffer): Promise<PictureCheck> => {
    if (body.length === 0) return { fault: 'no picture, but an empty file' }
    const type = (await fileTypeFromBuffer(body))?.mime ?? 'application/xml'
    if (isDecoded(type)) {
      const isCut = await slots.run(accountId, () => isTruncated(type, body))
      return isCut ? { fault: `a truncated ${type}, whose end is missing` } : {}
    }
    if (type.startsWith('image/')) return {}
    if (type !== 'application/xml') return { fault: `no picture, but ${type}` }
    const beginning = body.toString('utf8', 0, beginningBytes)
    if (textTypeOf(beginning, '') === 'image/svg+xml') return ofSvg(accountId, body)
    return isHtml(beginning) ? { fault: 'no picture, but an HTML page' } : {}
  }
  const checked = async (accountId: string, sha256: string, read: () => Promise<Buffer>): Promise<PictureCheck> => {
    try {
      const check = await ofBody(accountId, await read())
      kept.set(sha256, check)
      return check
    } finally {
      underWay.delete(sha256)
    }
  }
  return {
    async check(accountId, sha256, read) {
      const known = kept.get(sha256) ?? underWay.get(sha256)
      if (known) return known
      const checking = checked(accountId, sha256, read)
      underWay.set(sha256, checking)
      return checking
    },
    close: () => svgThreads.close(),
  }
}
