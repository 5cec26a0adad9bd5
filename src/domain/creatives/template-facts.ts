import type { Tokens } from './bounded-writer.ts'
import { type ComposeFailure, clickUrlColumn, templateBroken } from './compose.ts'
import { readTokens } from './html-tokens.ts'
import { imageColumns } from './image-columns.ts'
import { loadedAddresses } from './loaded-addresses.ts'
import { parsedTemplate } from './parsed-template.ts'
import { styledPictures } from './styled-pictures.ts'

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
  /** Addresses of the library that its styles show as pictures, or may; at most ten. */
  readonly styled: readonly string[]
  /** Whether its code leads the page around it to an address: no script of ours sees such a click. */
  readonly leadsPage: boolean
}

/** Addresses that are reported of one template, at most. */
const mostAddresses = 10
const leadingPage =
  /\b(?:top|parent)\s*(?:\.\s*location|\[\s*["'`]location["'`]\s*\])\s*(?:(?:\.\s*href\s*)?=(?!=)|\.\s*(?:assign|replace)\s*\()/
/** What an address of code has, which puts it together when it runs. */
const ofCode = /[\\"'`{]/
const wholeAddress = /^\{\{[{&]?\s*([^{}\s]+)\s*\}?\}\}$/

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
  const addresses = new Set<string>()
  let leadsPage = false
  const readCode = (code: string) => {
    leadsPage ||= leadingPage.test(code)
  }
  readTokens(html, {
    onScript: (from, to) => readCode(html.slice(from, to)),
    onStartTag: ({ tagName, attrs }) => {
      for (const { name, value } of attrs) {
        if (name.startsWith('on') || (name === 'href' && /^\s*javascript:/i.test(value))) readCode(value)
        if (name === 'data-asset') names.optional.add(value)
        const [, column] = tagName === 'img' && name === 'src' ? (wholeAddress.exec(value.trim()) ?? []) : []
        if (column !== undefined) addresses.add(column)
      }
    },
  })
  const styled = new Set<string>()
  for (const address of styledPictures(html)) {
    const [, column] = wholeAddress.exec(address) ?? []
    if (column !== undefined) addresses.add(column)
    else if (address.includes('/assets/') && !ofCode.test(address) && styled.size < mostAddresses) styled.add(address)
  }
  names.columns.delete(clickUrlColumn)
  return {
    columns: [...names.columns],
    optional: [...names.optional].filter(name => name !== '.' && !names.columns.has(name)),
    images: [...imageColumns(html)],
    addresses: [...addresses],
    loads: loadedAddresses(html, mostAddresses),
    styled: [...styled],
    leadsPage,
  }
}
