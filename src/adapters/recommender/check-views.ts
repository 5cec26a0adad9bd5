import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  mostGroupText,
  mostUnpackedViewBytes,
  mostViews,
  mostViewText,
  viewColumns,
} from '../../domain/asset-sources/source-views.ts'
import type { Row } from '../../engine/rows/frames.ts'
import { rowFileOf } from '../../engine/rows/row-file-of.ts'
import type { ParsedFeed, RowFault } from '../../ports/feed-parser.ts'
import type { ViewFile } from '../../ports/recommender.ts'
import { textOfFile } from '../feeds/text-of-file.ts'
import { Unreadable } from '../feeds/unreadable.ts'
import { Impossible } from './fault.ts'
import { type ViewLine, viewLines } from './view-lines.ts'

/** Faulty lines that are named. */
const mostFaults = 20

/** A number that stands for a cookie. Without the salt, which nobody keeps, no cookie can be tried out. */
const visitorOf = (salt: string, cookie: string): string =>
  String(Number.parseInt(hash('sha256', `${salt}\u0000${cookie}`).slice(0, 13), 16))

const textFault = (name: string, text: string | undefined, most: number): string | undefined => {
  if (!text) return `has no ${name}`
  return text.length > most ? `has a ${name} of more than ${most} characters` : undefined
}
const faultOf = ({ cookie, key, cookieGroup = '' }: ViewLine): string | undefined =>
  textFault('cookie', cookie, mostViewText) ??
  textFault('key', key, mostViewText) ??
  (cookieGroup.length > mostGroupText ? `has a cookieGroup of more than ${mostGroupText} characters` : undefined)

/** Faults of a file as a whole, in words of its sender; those of CSV name the line. */
const reasons: Readonly<Record<string, string>> = {
  'too-large': `The file has more than ${mostUnpackedViewBytes} bytes when it is unpacked.`,
  'malformed-archive': 'The file is packed, and cannot be unpacked.',
}

/**
 * Reads view events into a row file at `out`, with a number in place of each cookie. Faulty lines are left out, counted, and the first of
 * them named. Throws Impossible.
 */
export const checkViews = async ({ path, salt }: ViewFile, out: string): Promise<ParsedFeed> => {
  const faults: RowFault[] = []
  let faultyRows = 0
  async function* rows(): AsyncGenerator<Row> {
    let written = 0
    const text = textOfFile(path, { mostBytes: mostUnpackedViewBytes, cut: false, chosen: 'UTF_8' })
    for await (const line of viewLines(text.parts)) {
      const detail = 'broken' in line ? line.broken : faultOf(line)
      if ('broken' in line || detail !== undefined) {
        faultyRows++
        if (faults.length < mostFaults) faults.push({ row: line.line, code: 'invalid', detail: detail ?? '' })
        continue
      }
      if (++written > mostViews)
        throw new Impossible('too-many-views', `The file has more than ${mostViews} view events.`)
      yield [visitorOf(salt, line.cookie ?? ''), line.cookieGroup ?? '', line.key ?? '']
    }
    if (text.invalid().length > 0) throw new Unreadable('wrong-encoding', 'The file is not UTF-8.')
    const [first] = faults
    if (written === 0)
      throw new Impossible(
        'no-views',
        `The file has no view event.${first ? ` Line ${first.row} ${first.detail}.` : ''}`,
      )
  }
  const written = { rows: 0, digest: '' }
  try {
    const file = rowFileOf(viewColumns, rows(), written)
    await pipeline(Readable.from(file, { objectMode: false }), createWriteStream(out))
  } catch (error) {
    throw error instanceof Unreadable ? new Impossible(error.code, reasons[error.code] ?? error.message) : error
  }
  return { file: out, set: { ...written, columns: [...viewColumns] }, faults, faultyRows }
}
