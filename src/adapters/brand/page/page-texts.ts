import { type Token, html as tags } from 'parse5'
import type { TextKind } from '../../../domain/templates/brand-findings.ts'
import { plainText } from '../../../domain/templates/plain-text.ts'
import type { TextBlock } from './page.ts'
import { actionClass, inline } from './page-blocks.ts'
import {
  consentHeadings,
  consentLabels,
  consentPhrases,
  folded,
  hasOneOf,
  pageLabels,
  plainConsentLabels,
} from './page-words.ts'

const { TAG_ID: $ } = tags
const most = { texts: 300, characters: 2_000 }

const headings: ReadonlySet<number> = new Set([$.H1, $.H2, $.H3])
const badgeClass = /(?:^|[\s_-])(?:badge|pill|tag|sticker|flag|ribbon)(?:$|[\s_-])/i
/** What a browser does not show, or shows to no one in particular. */
const hidden: ReadonlySet<number> = new Set([$.NOSCRIPT, $.TEMPLATE, $.TEXTAREA, $.SELECT, $.IFRAME])

const kindOf = (tag: Token.TagToken, attributes: ReadonlyMap<string, string>): TextKind | undefined => {
  if (headings.has(tag.tagID)) return 'headline'
  const called = attributes.get('class') ?? ''
  if (tag.tagID === $.BUTTON || attributes.get('role') === 'button' || actionClass.test(called)) return 'action'
  if (badgeClass.test(called)) return 'badge'
  return inline.has(tag.tagName) ? undefined : 'text'
}

/** What belongs to a page as such, or to a dialog about consent: no copy of the brand. */
const isMachinery = ({ kind, text }: TextBlock): boolean => {
  const line = folded(text.slice(0, 600))
  if (kind === 'action')
    return (
      pageLabels.includes(line) ||
      plainConsentLabels.includes(line) ||
      consentHeadings.includes(line) ||
      consentLabels.some(words => line.startsWith(words))
    )
  return hasOneOf(line, consentPhrases) || (kind === 'headline' && pageLabels.includes(line))
}

/** Cuts the text of a page into blocks as it passes: headings, buttons, badges and the rest. */
export const pageTexts = () => {
  const blocks: TextBlock[] = []
  let text = ''
  let kind: TextKind = 'text'
  /** The tag whose end ends a heading, button or badge. */
  let until: string | undefined
  let hiddenIn: string | undefined

  const flush = (): void => {
    const line = plainText(text, most.characters)
    const block = { kind, text: line }
    if (line !== '' && blocks.length < most.texts && !isMachinery(block)) blocks.push(block)
    text = ''
  }
  return {
    start(tag: Token.TagToken, attributes: ReadonlyMap<string, string>): void {
      if (hidden.has(tag.tagID)) hiddenIn ??= tag.tagName
      const starts = kindOf(tag, attributes)
      if (tag.tagName === 'br') text += ' '
      if (starts === undefined || tag.tagName === 'br') return
      // in a button or heading other elements only group its words
      if (until !== undefined && starts === 'text') {
        text += ' '
        return
      }
      flush()
      kind = starts
      until = starts === 'text' ? undefined : tag.tagName
      const value = tag.tagID === $.INPUT ? attributes.get('value') : undefined
      if (value && starts === 'action') text = value
    },
    end(tag: Token.TagToken): void {
      if (tag.tagName === hiddenIn) hiddenIn = undefined
      if (until === undefined ? inline.has(tag.tagName) : tag.tagName !== until) return
      flush()
      kind = 'text'
      until = undefined
    },
    /** Something that is not read is between two texts. */
    pause(): void {
      if (until === undefined) flush()
      else text += ' '
    },
    add(part: string): void {
      if (hiddenIn === undefined && text.length < most.characters * 2) text += part.slice(0, most.characters * 2)
    },
    /** All blocks; `description`: what the page says of itself, which comes first. */
    found(description: string | undefined): readonly TextBlock[] {
      flush()
      return description ? [{ kind: 'text', text: plainText(description, most.characters) }, ...blocks] : blocks
    },
  }
}
