import Mustache from 'mustache'
import { type ColumnTransformation, transformationStyle } from './transformations.ts'

/** The one placeholder that is no asset column: the address behind the click, put in when the ad is served. */
export const clickUrlColumn = 'clickUrl'

export type ComposeInput = {
  /** Ad unit HTML: Mustache over the asset columns. */
  readonly html: string
  readonly columns: Readonly<Record<string, string>>
  readonly transformations: readonly ColumnTransformation[]
}
export type Composed = {
  readonly html: string /** Columns that the template names and the creative lacks. */
  readonly missingColumns: readonly string[]
}
/** `template-broken`: the Mustache cannot be read; the detail says where. */
export type ComposeFailure = { readonly code: string; readonly detail: string }

type Token = readonly [kind: string, name: string, start: number, end: number, inner?: readonly Token[]]

/** Columns that a template writes out; those of a section need not be there. */
const namesOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap(([kind, name]) => (kind === 'name' || kind === '&' ? [name] : []))

// the click's address is put in later, where it is escaped for its place; here it stays as it was written
const withClickKept = (html: string): string =>
  html
    .replace(/\{\{\{\s*clickUrl\s*\}\}\}/g, '{{{clickUrlRaw}}}')
    .replace(/\{\{&\s*clickUrl\s*\}\}/g, '{{{clickUrlRaw}}}')

const clickPlaceholders = { clickUrl: '{{clickUrl}}', clickUrlRaw: '{{{clickUrl}}}' }

/** Puts a stylesheet at the end of the head, else before everything but the doctype. */
const styled = (html: string, css: string): string => {
  if (css === '') return html
  const style = `<style>${css}</style>`
  const head = /<\/head\s*>/i.exec(html)
  if (head) return html.slice(0, head.index) + style + html.slice(head.index)
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? ''
  return doctype + style + html.slice(doctype.length)
}

/**
 * The document of a creative in an ad unit: `{{column}}` is the column's value, escaped; the transformations become a
 * stylesheet over the elements that carry `data-asset="<column>"`. `{{clickUrl}}` stays for the server of the ad.
 */
export const compose = ({ html, columns, transformations }: ComposeInput): Composed | ComposeFailure => {
  const template = withClickKept(html)
  try {
    const names = namesOf(Mustache.parse(template) as unknown as readonly Token[])
    const missingColumns = [...new Set(names)].filter(
      name => !Object.hasOwn(columns, name) && !Object.hasOwn(clickPlaceholders, name),
    )
    const filled = Mustache.render(template, { ...columns, ...clickPlaceholders })
    return { html: styled(filled, transformationStyle(transformations)), missingColumns }
  } catch (error) {
    return {
      code: 'template-broken',
      detail: `the ad unit's HTML is not a valid template: ${error instanceof Error ? error.message : error}`,
    }
  }
}
