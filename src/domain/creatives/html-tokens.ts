import { foreignContent, type Token, type TokenHandler, Tokenizer, TokenizerMode, html as tags } from 'parse5'

const { TAG_ID: $, NS } = tags
type Namespace = (typeof NS)[keyof typeof NS]
type Mode = Tokenizer['state']

/** Elements without an end tag. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** Elements whose content is only text, and how the tokenizer reads it. */
const onlyText: ReadonlyMap<number, Mode> = new Map<number, Mode>([
  [$.TEXTAREA, TokenizerMode.RCDATA],
  [$.TITLE, TokenizerMode.RCDATA],
  [$.SCRIPT, TokenizerMode.SCRIPT_DATA],
  [$.STYLE, TokenizerMode.RAWTEXT],
  [$.IFRAME, TokenizerMode.RAWTEXT],
  [$.XMP, TokenizerMode.RAWTEXT],
  [$.NOEMBED, TokenizerMode.RAWTEXT],
  [$.NOFRAMES, TokenizerMode.RAWTEXT],
  [$.NOSCRIPT, TokenizerMode.RAWTEXT],
])

/** The elements whose content is not in the namespace of HTML. */
const roots: ReadonlyMap<number, Namespace> = new Map<number, Namespace>([
  [$.SVG, NS.SVG],
  [$.MATH, NS.MATHML],
])

/** The namespaces of the open elements: inside SVG and MathML, `<style>` and the like hold markup. */
const openNamespaces = () => {
  const open: Namespace[] = []
  const current = (): Namespace => open.at(-1) ?? NS.HTML
  const backToHtml = (): void => {
    while (current() !== NS.HTML) open.pop()
  }
  const isPoint = (tag: Token.TagToken, of: Namespace): boolean =>
    of !== NS.HTML && foreignContent.isIntegrationPoint(tag.tagID, of, tag.attrs)
  /** Whether an element that starts here is one of HTML. */
  const start = (tag: Token.TagToken): boolean => {
    if (current() === NS.SVG) foreignContent.adjustTokenSVGTagName(tag)
    if (current() !== NS.HTML && foreignContent.causesExit(tag)) backToHtml()
    const around = current()
    const root = roots.get(tag.tagID)
    const own = around === NS.HTML ? (root ?? NS.HTML) : around
    // an svg in an svg is counted too, so that the end of the inner one does not end the outer one
    const inner = isPoint(tag, around) ? NS.HTML : root === own ? own : undefined
    if (inner !== undefined && !tag.selfClosing) open.push(inner)
    return own === NS.HTML
  }
  const end = (tag: Token.TagToken): void => {
    const around = open.at(-2) ?? NS.HTML
    if (current() === NS.HTML) {
      if (around === NS.SVG) foreignContent.adjustTokenSVGTagName(tag)
      if (isPoint(tag, around)) open.pop()
    } else if (roots.get(tag.tagID) === current()) open.pop()
    else if (tag.tagID === $.P || tag.tagID === $.BR) backToHtml()
  }
  return { current, start, end }
}

export type TokenReader = {
  /** A parse error of the HTML standard, by its name there; lines count from 1. */
  onError?(code: string, line: number): void
  onStartTag?(tag: Token.TagToken): void
  onEndTag?(tag: Token.TagToken): void
  /** A part of a text, which may come in several. */
  onText?(part: string): void
  /** The content of a script, in which nothing is decoded, and its end tag: their place in the document. */
  onScript?(from: number, to: number): void
}

/**
 * Reads HTML token by token, as browsers do, and reports the tags, texts and parse errors that the reader asks for. It builds no tree: by the rules
 * of the standard, the tree of a small document may be huge (`<p><b 0><b 1>…</p><p>x` repeats every b in each p). `located`: tags have their
 * place in the document.
 */
export const readTokens = (
  html: string,
  { onError, onStartTag, onEndTag, onText, onScript }: TokenReader,
  { located = false }: { readonly located?: boolean } = {},
): void => {
  const namespaces = openNamespaces()
  let isOnlyText = false
  let scriptFrom: number | undefined
  const scriptEnds = (to: number): void => {
    if (scriptFrom !== undefined) onScript?.(scriptFrom, to)
    scriptFrom = undefined
  }
  const handler: TokenHandler = {
    onStartTag(tag) {
      onStartTag?.(tag)
      const isHtml = namespaces.start(tag)
      tokenizer.inForeignNode = namespaces.current() !== NS.HTML
      if (!isHtml) return
      if (tag.tagID === $.PLAINTEXT) tokenizer.state = TokenizerMode.PLAINTEXT
      const mode = onlyText.get(tag.tagID)
      if (mode === undefined) return
      tokenizer.state = mode
      isOnlyText = true
      if (tag.tagID === $.SCRIPT) scriptFrom = tokenizer.preprocessor.offset + 1
    },
    onEndTag(tag) {
      onEndTag?.(tag)
      scriptEnds(tokenizer.preprocessor.offset)
      // the title of HTML in a foreignObject ends nothing of the SVG around it
      if (!isOnlyText) namespaces.end(tag)
      isOnlyText = false
      tokenizer.inForeignNode = namespaces.current() !== NS.HTML
    },
    onEof() {
      scriptEnds(html.length)
      if (isOnlyText) onError?.('eof-in-element-that-can-contain-only-text', tokenizer.preprocessor.line)
    },
    onParseError: ({ code, startLine }) => onError?.(code, startLine),
    onComment: () => undefined,
    onDoctype: () => undefined,
    onCharacter: ({ chars }) => onText?.(chars),
    onNullCharacter: () => undefined,
    onWhitespaceCharacter: ({ chars }) => onText?.(chars),
  }
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: located }, handler)
  tokenizer.write(html, true)
}
