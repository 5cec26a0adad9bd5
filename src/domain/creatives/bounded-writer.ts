import Mustache from 'mustache'
import { ColumnContext } from './column-context.ts'

/** Maximum bytes of an ad's document, also with its click addresses. */
export const maxDocumentBytes = 4 * 1024 * 1024

/** Thrown as soon as a document exceeds `maxDocumentBytes`. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge'
}

type Writer = InstanceType<typeof Mustache.Writer>
/** A parsed template. */
export type Tokens = Parameters<Writer['renderTokens']>[0]
type Value<M extends 'escapedValue' | 'unescapedValue' | 'rawValue'> = Parameters<Writer[M]>

/** Writes one document and counts its bytes while they are written: a small template may repeat a long value many times. */
class BoundedWriter extends Mustache.Writer {
  #bytes = 0

  /** Mustache gives undefined for a value that the view lacks. */
  #counted(text: string | undefined): string {
    if (text === undefined) return ''
    this.#bytes += Buffer.byteLength(text)
    if (this.#bytes > maxDocumentBytes) throw new DocumentTooLarge()
    return text
  }
  override escapedValue(...args: Value<'escapedValue'>): string {
    return this.#counted(super.escapedValue(...args))
  }
  override unescapedValue(...args: Value<'unescapedValue'>): string {
    return this.#counted(super.unescapedValue(...args))
  }
  override rawValue(...args: Value<'rawValue'>): string {
    return this.#counted(super.rawValue(...args))
  }
}

/** As Mustache escapes, but for `/`: browsers do not decode it in stylesheets and scripts, and no address would work there. */
const config = { escape: (text: string) => Mustache.escape(text).replaceAll('&#x2F;', '/') }

/** The text of a parsed template. Throws `DocumentTooLarge`. */
export const written = (tokens: Tokens, columns: Readonly<Record<string, string>>): string =>
  new BoundedWriter().renderTokens(tokens, new ColumnContext(columns), undefined, undefined, config)
