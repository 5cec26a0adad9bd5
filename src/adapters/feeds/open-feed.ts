import { mostFeedBytes } from '../../domain/asset-sources/feed-format.ts'
import type { FeedFile } from '../../ports/feed-parser.ts'
import { csvFeed } from './csv-feed.ts'
import type { Feed } from './feed.ts'
import { jsonFeed } from './json-feed.ts'
import { textOfFile } from './text-of-file.ts'
import { Unreadable } from './unreadable.ts'
import { withBeginning } from './with-beginning.ts'
import { xmlFeed } from './xml-feed.ts'

export type OpenOptions = {
  readonly cut?: boolean
  readonly mostBytes?: number
  /** Columns that the source names: they help to find out where the rows are. */
  readonly named?: readonly string[]
}

/** A text from its first element or DOCTYPE on: without blanks, processing instructions and comments before it. */
const fromMarkup = (beginning: string): string => {
  let text = beginning.trimStart()
  for (;;) {
    const end = text.startsWith('<?') ? '?>' : text.startsWith('<!--') ? '-->' : undefined
    const at = end === undefined ? -1 : text.indexOf(end)
    if (end === undefined || at < 0) return text
    text = text.slice(at + end.length).trimStart()
  }
}

/** The name of the first element, or of the DOCTYPE, of a text that looks like XML or HTML. */
const rootOf = (beginning: string): string | undefined => {
  const [, name] = /^<(?:!doctype\s{1,20})?([a-z][\w:.-]*)/i.exec(fromMarkup(beginning.slice(0, 4_096))) ?? []
  return name?.toLowerCase()
}

/** A text without blanks at its beginning, where an XML declaration must be. */
async function* trimmed(text: AsyncGenerator<string>): AsyncGenerator<string> {
  let isBlank = true
  for await (const part of text) {
    const own: string = isBlank ? part.trimStart() : part
    isBlank &&= own === ''
    if (own !== '') yield own
  }
}

/** Elements with which pages begin, also those without the elements that HTML demands. */
const htmlElement = /^(?:html|head|body|meta|script|style|div|h1|p|center|table|iframe|span|br)$/

/** Refuses a file that is of another format than it should be, as servers send pages instead of feeds. */
const mustBe = (contentType: string, beginning: string): void => {
  const root = rootOf(beginning)
  if (root === undefined) return
  const isPage = (contentType === 'xml' ? /^(?:html|head|body)$/ : htmlElement).test(root)
  if (!isPage && contentType === 'xml') return
  if (isPage)
    throw new Unreadable(
      'html-instead',
      `The file is an HTML page, not ${contentType.toUpperCase()}. Perhaps the shop is down, or asks for a login.`,
    )
  throw new Unreadable('wrong-format', `The file is XML, not ${contentType.toUpperCase()}. Set contentType to xml.`)
}

/**
 * Opens a feed in a file. How it is read is taken from the format, then the configuration, then how it was understood before; the rest is found
 * out from the beginning of the file. Throws Unreadable.
 */
export const openFeed = async (
  { path, format, config, understood = {}, isWhole = true }: FeedFile,
  { cut = false, mostBytes = mostFeedBytes, named = [] }: OpenOptions = {},
): Promise<Feed> => {
  const { contentType, characterEncoding: chosen } = format
  const text = textOfFile(path, { mostBytes, cut, chosen, before: understood.characterEncoding })
  const { beginning, isAllOfIt, text: all } = await withBeginning(text.parts)
  const opened = { text, all, beginning, isAllOfIt, format, config, understood, named, cut, isWhole }
  try {
    mustBe(contentType, beginning)
    switch (contentType) {
      case 'csv':
        return await csvFeed(opened)
      case 'xml':
        return xmlFeed({ ...opened, all: trimmed(all), beginning: beginning.trimStart() })
      case 'json':
        return jsonFeed(opened)
    }
  } catch (error) {
    await text.parts.return(undefined)
    throw error
  }
}
