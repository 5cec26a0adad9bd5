import { tokenize, tokenTypes } from 'css-tree/tokenizer'

/** An address in a style sheet or a `style` attribute, as it is written. */
export type CssReference = {
  readonly address: string
  /** Not an imported style sheet or a font. */
  readonly isPicture: boolean
  /** Not one of the pictures of an `image-set()`. */
  readonly isCertain: boolean
}

const showing = /^(?:-webkit-)?(?:background|border-image|mask|list-style|content)[a-z-]*$/i
const imageSets = new Set(['image-set', '-webkit-image-set'])

const unquoted = (text: string): string => text.replace(/^["']|["']$/g, '')
/** What is in `url(…)` without quotes. */
const inUrl = (text: string): string =>
  text
    .replace(/^url\(/i, '')
    .replace(/\)$/, '')
    .trim()
/** An address without the escapes of CSS. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, code?: string, character = '') =>
    code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  )

/** Where in a style the tokens are: in which declaration, rule and functions. */
const placeInStyle = () => {
  let candidate: string | undefined
  let property: string | undefined
  let rule: string | undefined
  const functions: string[] = []
  const startDeclaration = () => {
    candidate = undefined
    property = undefined
  }
  return {
    property: () => property,
    rule: () => rule,
    innermost: () => functions.at(-1),
    isIn: (names: ReadonlySet<string>) => functions.some(name => names.has(name)),
    read(type: number, text: string) {
      switch (type) {
        case tokenTypes.Ident:
          if (property === undefined) candidate = text
          break
        case tokenTypes.Colon:
          property ??= candidate
          break
        case tokenTypes.AtKeyword:
          startDeclaration()
          rule = text.toLowerCase()
          break
        case tokenTypes.Function:
          functions.push(text.slice(0, -1).toLowerCase())
          break
        case tokenTypes.LeftParenthesis:
          functions.push('')
          break
        case tokenTypes.RightParenthesis:
          functions.pop()
          break
        case tokenTypes.Semicolon:
        case tokenTypes.LeftCurlyBracket:
        case tokenTypes.RightCurlyBracket:
          startDeclaration()
          rule = undefined
          functions.length = 0
          break
      }
    },
  }
}

/** The addresses of a style sheet, or of the declarations of a `style` attribute; not those in comments. */
export const cssReferences = (css: string): readonly CssReference[] => {
  if (!/url\(|image-set\(|@import/i.test(css)) return []
  const found: CssReference[] = []
  const place = placeInStyle()
  const note = (written: string) => {
    const address = unescaped(written).trim()
    const isPicture = showing.test(place.property() ?? '')
    if (address !== '') found.push({ address, isPicture, isCertain: isPicture && !place.isIn(imageSets) })
  }
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end)
    place.read(type, text)
    const around = place.innermost()
    if (type === tokenTypes.Url) note(inUrl(text))
    else if (type !== tokenTypes.String) return
    else if (around === 'url' || imageSets.has(around ?? '')) note(unquoted(text))
    else if (around === undefined && place.rule() === '@import') note(unquoted(text))
  })
  return found
}

/** Declarations that hide an element. */
const hiding = /(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0{1,9})?\s*(?:[;!}]|$))/i
const tiny = /(?:^|[;{\s])(?:width|height)\s*:\s*[0-2](?:\.\d{1,9})?(?:px)?\s*(?:[;!}]|$)/i

/**
 * Whether a style sheet of the HTML may hide elements or make them tiny: a rule in it says so, or it is a file of its own. Which elements that
 * are, only a browser knows.
 */
export const mayHide = (html: string): boolean => {
  if (/<link|@import/i.test(html)) return true
  if (!/<style/i.test(html)) return false
  return html.split('}').some(rule => {
    const declarations = rule.slice(rule.lastIndexOf('{') + 1)
    return hiding.test(declarations) || tiny.test(declarations)
  })
}
