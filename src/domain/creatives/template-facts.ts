import type { Tokens } from './bounded-writer.ts'
import { type ComposeFailure, clickUrlColumn, templateBroken } from './compose.ts'
import { readTokens } from './html-tokens.ts'
import { columnsIn, imageColumnsOf, libraryAddress, wholeColumn } from './named-pictures.ts'
import { parsedTemplate } from './parsed-template.ts'
import { type References, referencesIn } from './references.ts'

/** What the HTML of an ad unit asks of a creative, whatever the creative has. */
export type TemplateFacts = {
  /** Columns that are always output: without a value they are empty. */
  readonly columns: readonly string[]
  /** Columns that may be absent: in sections, or only the target of transformations. */
  readonly optional: readonly string[]
  /** Those that are shown as pictures. */
  readonly images: readonly string[]
  /** Those of them whose value is the whole address of an image. */
  readonly addresses: readonly string[]
  /** Addresses with a host that the ad loads by itself; at most ten. */
  readonly loads: readonly string[]
  /** Addresses of the service, and relative ones, that it shows as pictures in any case; at most ten. */
  readonly pictures: readonly string[]
  /** Such addresses of other files, and of pictures of which browsers choose one; at most ten. */
  readonly files: readonly string[]
  /** Whether its code leads the page around it to an address: no script of ours sees such a click. */
  readonly leadsPage: boolean
}

/** Addresses that are reported of one template, at most. */
const mostAddresses = 10
const leadingPage =
  /\b(?:top|parent)\s*(?:\.\s*location|\[\s*["'`]location["'`]\s*\])\s*(?:(?:\.\s*href\s*)?=(?!=)|\.\s*(?:assign|replace)\s*\()/
const elsewhere = /^(?:https?:)?\/\/[^\s"'<>{}]+/i

type Names = { readonly columns: Set<string>; readonly optional: Set<string> }

const readNames = (tokens: Tokens, { columns, optional }: Names): void => {
  for (const [kind, name = '', , , inner] of tokens) {
    if (kind === 'name' || kind === '&') columns.add(name)
    if (kind !== '#' && kind !== '^') continue
    optional.add(name)
    if (Array.isArray(inner)) readNames(inner, { columns: optional, optional })
  }
}

/** What a template asks for. Everything here reads the HTML of customers as a whole, so it runs in a thread with a deadline. */
export const templateFacts = (html: string): TemplateFacts | ComposeFailure => {
  const names: Names = { columns: new Set(), optional: new Set() }
  try {
    readNames(parsedTemplate(html), names)
  } catch (error) {
    return templateBroken(error)
  }
  let leadsPage = false
  const readCode = (code: string) => {
    leadsPage ||= leadingPage.test(code)
  }
  const images = new Set<string>()
  readTokens(html, {
    onScript: (from, to) => {
      const code = html.slice(from, to)
      readCode(code)
      for (const column of columnsIn(code, 'url')) images.add(column)
    },
    onStartTag: ({ attrs }) => {
      for (const { name, value } of attrs) {
        if (name.startsWith('on') || (name === 'href' && /^\s*javascript:/i.test(value))) readCode(value)
        if (name === 'data-asset') names.optional.add(value)
      }
    },
  })
  names.columns.delete(clickUrlColumn)
  const loaded = referencesIn(html)
  return {
    columns: [...names.columns],
    optional: [...names.optional].filter(name => name !== '.' && !names.columns.has(name)),
    images: [...images.union(imageColumnsOf(loaded))],
    ...addressesOf(loaded),
    leadsPage,
  }
}

/** The addresses of a template, by what can be said of them before its columns have values. */
const addressesOf = (loaded: References): Pick<TemplateFacts, 'addresses' | 'loads' | 'pictures' | 'files'> => {
  const seen = loaded.list.filter(({ use }) => use !== 'pixel')
  const whole = seen.filter(({ address }) => !address.includes('{{'))
  const few = (addresses: readonly (string | undefined)[]) =>
    [...new Set(addresses.filter(address => address !== undefined))].slice(0, mostAddresses)
  const own = (reference: References['list'][number]) => libraryAddress(reference, loaded)
  const isShown = ({ use, isCertain, from }: References['list'][number]) =>
    use === 'picture' && (isCertain || from === 'style')
  return {
    addresses: [...new Set(seen.flatMap(reference => wholeColumn(reference) ?? []))],
    loads: few(seen.map(({ address }) => elsewhere.exec(address)?.[0])),
    pictures: few(whole.filter(isShown).map(own)),
    files: few(whole.filter(reference => !isShown(reference)).map(own)),
  }
}
