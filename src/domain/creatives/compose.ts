import { binarySize } from '../shared/wording.ts'
import { DocumentTooLarge, maxDocumentBytes, written } from './bounded-writer.ts'
import { parsedTemplate } from './parsed-template.ts'
import { type ColumnTransformation, transformationStyle } from './transformations.ts'

/** The only placeholder that is not an asset column: the click URL, filled in when the ad is served. */
export const clickUrlColumn = 'clickUrl'

export type ComposeInput = {
  /** Ad unit HTML: Mustache over the asset columns. */
  readonly html: string
  readonly columns: Readonly<Record<string, string>>
  readonly transformations: readonly ColumnTransformation[]
}
export type Composed = {
  readonly html: string /** Columns that the template uses and the creative lacks. */
  readonly missingColumns: readonly string[]
}
/** `template-broken`: invalid Mustache; the detail says where. `document-too-costly`: the detail names the limit. */
export type ComposeFailure = { readonly code: string; readonly detail: string }

/** Columns that a template outputs. Columns used only as sections are optional. */
const namesOf = (tokens: readonly (readonly string[])[]): readonly string[] =>
  tokens.flatMap(([kind, name = '']) => (kind === 'name' || kind === '&' ? [name] : []))

// the click URL is filled in later, escaped for its context, so the placeholder is kept
const withClickKept = (html: string): string =>
  html
    .replace(/\{\{\{\s*clickUrl\s*\}\}\}/g, '{{{clickUrlRaw}}}')
    .replace(/\{\{&\s*clickUrl\s*\}\}/g, '{{{clickUrlRaw}}}')

const clickPlaceholders = { clickUrl: '{{clickUrl}}', clickUrlRaw: '{{{clickUrl}}}' }

/** Inserts a stylesheet at the end of the head; without a head, right after the doctype. */
const styled = (html: string, css: string): string => {
  if (css === '') return html
  const style = `<style>${css}</style>`
  const head = /<\/head\s*>/i.exec(html)
  if (head) return html.slice(0, head.index) + style + html.slice(head.index)
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? ''
  return doctype + style + html.slice(doctype.length)
}

/** The refusal of a document that exceeds `maxDocumentBytes`. */
export const tooLarge: ComposeFailure = {
  code: 'document-too-costly',
  detail: `the document would be larger than ${binarySize(maxDocumentBytes)}; shorten the HTML of the ad unit, or the values that it repeats`,
}

/** The refusal of a template that Mustache cannot read. */
export const templateBroken = (error: unknown): ComposeFailure => ({
  code: 'template-broken',
  detail: `the ad unit's HTML is not a valid template: ${error instanceof Error ? error.message : error}`,
})

const failureOf = (error: unknown): ComposeFailure =>
  error instanceof DocumentTooLarge ? tooLarge : templateBroken(error)

/**
 * The HTML document of a creative in an ad unit. `{{column}}` is replaced by the column's escaped value; transformations
 * become a stylesheet for the elements with `data-asset="<column>"`. `{{clickUrl}}` is kept for when the ad is served.
 */
export const compose = ({ html, columns, transformations }: ComposeInput): Composed | ComposeFailure => {
  const template = withClickKept(html)
  try {
    const tokens = parsedTemplate(template)
    const missingColumns = [...new Set(namesOf(tokens))].filter(
      name => !Object.hasOwn(columns, name) && !Object.hasOwn(clickPlaceholders, name),
    )
    const filled = written(tokens, { ...columns, ...clickPlaceholders })
    const whole = styled(filled, transformationStyle(transformations))
    return Buffer.byteLength(whole) > maxDocumentBytes ? tooLarge : { html: whole, missingColumns }
  } catch (error) {
    return failureOf(error)
  }
}
