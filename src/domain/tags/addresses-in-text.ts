import { filledWith, hasMacro, type MacroTexts } from './foreign-macros.ts'

/** An address at its beginning, perhaps behind a macro for the click. */
const isAddress = /^(?:%%|\$\{CLICK|\[%?(?:FT_)?CLICK|%c)?[^\s<>]{0,80}?(?:https?:)?\/\//i
/** A run of characters that may be an address in a script, a style sheet, JSON or markup; slashes and others may be escaped. */
const runs = /(?:[^\s"'`<>()\\]|\\(?:\/|u[\da-f]{4}|x[\da-f]{2}))+/gi
const escapes = /\\(?:\/|u([\da-f]{4})|x([\da-f]{2}))|&amp;/gi
/** What ends a text, an attribute or a `url(…)`. */
const endings = /[\s"'`<>()\\]/g

const decoded = (run: string): string =>
  run.replace(escapes, (written: string, long?: string, short?: string) => {
    const code = long ?? short
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return written === '\\/' ? '/' : '&'
  })

/** An address as the run wrote it: the same escapes for slashes and ampersands. */
const writtenLike = (run: string, address: string): string => {
  const ampersand = /&amp;|\\u0026|\\x26/i.exec(run)?.[0] ?? '&'
  return address

    .replace(endings, c => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll('&', ampersand)
    .replaceAll('/', run.includes('\\/') ? '\\/' : '/')
}

/** The addresses with macros of other ad servers in a text, decoded. Not those with a tag of Mustache, and no `data:`. */
const macroAddress = (run: string): string | undefined => {
  const address = decoded(run)
  const isNone = address.includes('{{') || address.search(endings) >= 0 || /^data:/i.test(address)
  return isNone || !hasMacro(address) || !isAddress.test(address) ? undefined : address
}

/** The addresses in a text that have macros of other ad servers. */
export const macroAddresses = (text: string): readonly string[] =>
  hasMacro(decoded(text)) ? [...text.matchAll(runs)].flatMap(([run]) => macroAddress(run) ?? []) : []

/** A text with values for the macros in its addresses; everything else stays as it is. */
export const filledText = (text: string, texts: MacroTexts): string =>
  text.replace(runs, run => {
    const address = macroAddress(run)
    return address === undefined ? run : writtenLike(run, filledWith(address, texts))
  })
