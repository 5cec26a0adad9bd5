import { type Token, html as tags } from 'parse5'
import { readTokens, voidElements } from '../../../domain/creatives/html-tokens.ts'
import { type Attributes, actionClass, attributesOf, inline } from './page-blocks.ts'
import {
  applicationRoots,
  challengePhrases,
  consentFrames,
  consentHeadings,
  consentLabels,
  consentNames,
  consentPhrases,
  consentTools,
  folded,
  gatePhrases,
  hasOneOf,
  plainConsentLabels,
  scriptPhrases,
} from './page-words.ts'

const { TAG_ID: $ } = tags
const most = { shown: 4_000, depth: 4_000, run: 600, label: 120, texts: 40, judged: 500_000, code: 300_000, areas: 200 }

/** What an element says, with what is in it, but without the areas in it that are passed over. */
type Content = {
  characters: number
  /** Characters of texts about consent. */
  consentCharacters: number
  consentTexts: number
  /** Buttons that only a consent dialog has, and those that close one. */
  consentButtons: number
  consentHeadings: number
  /** Areas in it that are passed over. */
  consentAreas: number
  plainButtons: number
  buttons: number
  links: number
  pictures: number
  /** Headings that are not about consent. */
  headings: number
  firstHeadings: number
  landmarks: number
}
const nothing = (): Content => ({
  characters: 0,
  consentCharacters: 0,
  consentTexts: 0,
  consentButtons: 0,
  consentHeadings: 0,
  consentAreas: 0,
  plainButtons: 0,
  buttons: 0,
  links: 0,
  pictures: 0,
  headings: 0,
  firstHeadings: 0,
  landmarks: 0,
})
const kinds = Object.keys(nothing()) as readonly (keyof Content)[]
const added = (content: Content, other: Content): void => {
  for (const kind of kinds) content[kind] += other[kind]
}

type Frame = {
  readonly tag: string
  readonly from: number
  readonly content: Content
  /** What its own id, classes and role say. */
  readonly isTool: boolean
  /** How many of the words for consent, and for banners and dialogs, are in its names. */
  readonly names: number
  readonly isNamed: boolean
  readonly isDialog: boolean
  readonly kind: 'heading' | 'button' | undefined
  label: string
}

/** What decides whether a page is that of a brand; texts are folded. What is in an area of consent is not counted. */
export type PageFacts = Readonly<Content> & {
  readonly title: string
  readonly headingTexts: readonly string[]
  readonly buttonTexts: readonly string[]
  /** Texts that ask a visitor to prove to be human, to be old enough, or to run scripts. */
  readonly challengeTexts: number
  readonly gateTexts: number
  readonly scriptTexts: number
  readonly passwords: number
  readonly identifiers: number
  readonly scripts: number
  readonly hasRoot: boolean
  /** Scripts, addresses, ids and classes, in lower case. */
  readonly code: string
}
export type PageSurvey = {
  readonly facts: PageFacts
  /**
   * Areas that are about consent: the number of their first tag, and that of their end tag, or half before the tag that ends them; start and end tags are
   * counted from 0.
   */
  readonly passedOver: ReadonlyMap<number, number>
}

const tools = Object.values(consentTools).flat()
const isTool = (names: readonly string[]): boolean =>
  names.some(name => tools.some(tool => name.startsWith(tool)) && !name.includes('trusted'))

/** Elements that end an open paragraph, or another one of their kind. */
const endsOwnKind = new Set(['li', 'option', 'dt', 'dd', 'tr', 'td', 'th', 'p'])
const endsParagraph = new Set(
  'address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol pre section table ul'.split(
    ' ',
  ),
)
/** Never passed over: they hold the page. */
const pageTags = new Set(['html', 'head', 'body', 'main', 'article', 'nav', 'header'])
const landmarkTags = new Set(['main', 'article', 'nav'])

/**
 * Whether an element is a cookie banner or the like: one of a known tool, or one of which at least two kinds of signs say so, of its names, role, texts and
 * buttons, and that holds little else.
 */
const isConsent = ({ content, isTool, isNamed, names, isDialog, tag }: Frame): boolean => {
  const { consentTexts, consentButtons, consentHeadings, consentAreas, plainButtons, buttons, headings } = content
  const { characters, consentCharacters, landmarks, firstHeadings } = content
  if (pageTags.has(tag) || landmarks > 0 || firstHeadings > 0) return false
  if (isTool) return true
  // in a language that the lists lack
  if (consentTexts + consentButtons === 0)
    return (
      isNamed &&
      (names > 1 || consentHeadings > 0 || plainButtons > 0) &&
      buttons + plainButtons > 0 &&
      headings < 2 &&
      characters < 3_000
    )
  const score =
    Math.min(names, 3) +
    (isDialog ? 1 : 0) +
    (consentTexts > 0 ? 2 : 0) +
    (consentButtons > 0 ? 2 : 0) +
    (consentButtons > 1 ? 1 : 0) +
    (consentAreas > 0 ? 1 : 0) +
    (plainButtons > 0 ? 1 : 0)
  if (score < 3) return false
  if (isNamed || isDialog) return characters < 30_000
  const isMostlyConsent = consentCharacters >= characters * 0.3 && characters < 4_000
  if (consentTexts > 0 && consentButtons > 0 && consentAreas === 0) return headings < 2 && isMostlyConsent
  const isDialogOfParts = consentAreas > 0 && consentHeadings > 0 && characters < 1_500
  return headings === 0 && buttons < 2 && (isMostlyConsent || consentButtons > 1 || isDialogOfParts)
}

/** Reads a page once, and answers what it is made of and which areas of it are about consent. Linear in its length; its depth costs nothing. */
export const surveyPage = (html: string): PageSurvey => {
  const passedOver = new Map<number, number>()
  const body: Frame = frameOf('', 0, new Map())
  const stack: Frame[] = [body]
  const open = new Map<string, number>()
  const found = { headingTexts: [] as string[], buttonTexts: [] as string[] }
  const counts = { challengeTexts: 0, gateTexts: 0, scriptTexts: 0, passwords: 0, identifiers: 0, scripts: 0 }
  const code: string[] = []
  let codeLeft = most.code
  let judgedLeft = most.judged
  let hasRoot = false
  let title = ''
  let beyond = 0
  let token = -1
  let run = ''
  let unread: string | undefined

  const top = (): Frame => stack.at(-1) ?? body
  const addCode = (text: string | undefined): void => {
    if (!text || codeLeft <= 0) return
    code.push(text.slice(0, codeLeft).toLowerCase())
    codeLeft -= text.length + 1
  }
  /** Judges a text that has ended; it counts for the element that it ends in. */
  const endRun = (): void => {
    if (run === '') return
    const text = folded(run)
    run = ''
    if (text === '') return
    const { content } = top()
    content.characters += text.length
    // some guards are named in what they show
    if (body.content.characters < most.shown) addCode(text)
    if (judgedLeft < 0) return
    judgedLeft -= text.length
    if (hasOneOf(text, consentPhrases)) {
      content.consentTexts++
      content.consentCharacters += text.length
    }
    if (hasOneOf(text, challengePhrases)) counts.challengeTexts++
    if (hasOneOf(text, gatePhrases)) counts.gateTexts++
    if (hasOneOf(text, scriptPhrases)) counts.scriptTexts++
  }
  const judgeLabel = ({ kind, label, content, tag }: Frame): void => {
    const text = folded(label)
    if (text === '' || kind === undefined) return
    if (kind === 'heading') {
      const isAbout = consentHeadings.includes(text) || hasOneOf(text, consentPhrases)
      if (isAbout) content.consentHeadings++
      else content.headings++
      if (!isAbout && tag === 'h1') content.firstHeadings++
      if (!isAbout && found.headingTexts.length < most.texts) found.headingTexts.push(text)
    } else if (consentLabels.some(words => text.startsWith(words))) {
      content.consentButtons++
      content.consentCharacters += text.length
    } else if (plainConsentLabels.includes(text)) content.plainButtons++
    else {
      content.buttons++
      if (found.buttonTexts.length < most.texts) found.buttonTexts.push(text)
    }
  }
  /** Ends the innermost element; `isOwn`: by its own end tag, not by one around it or the beginning of another element. */
  const close = (isOwn = false): void => {
    const frame = stack.pop()
    if (frame === undefined) return
    open.set(frame.tag, (open.get(frame.tag) ?? 1) - 1)
    judgeLabel(frame)
    if (isConsent(frame) && passedOver.size < most.areas) {
      top().content.consentAreas++
      passedOver.set(frame.from, isOwn ? token : token - 0.5)
    } else added(top().content, frame.content)
  }
  const start = (tag: Token.TagToken): void => {
    const attributes = tag.attrs.length === 0 ? noAttributes : attributesOf(tag)
    const { tagName, tagID } = tag
    if (!inline.has(tagName)) endRun()
    if (tagID === $.SCRIPT) counts.scripts++
    if (codeLeft > 0)
      for (const { name, value } of tag.attrs) if (told.has(name)) addCode(`${name}="${value.slice(0, 300)}`)
    hasRoot ||= applicationRoots.includes((attributes.get('id') ?? tagName).toLowerCase())
    if (tagID === $.INPUT) input(attributes)
    if (tagID === $.IMG) top().content.pictures++
    if (tagID === $.A) top().content.links++
    if (hidden.has(tagName)) unread ??= tagName
    // its content comes as text until its own end tag
    if (voidElements.has(tagName) || (tag.selfClosing && (tagName === 'svg' || (open.get('svg') ?? 0) > 0))) return
    if (endsOwnKind.has(tagName) && top().tag === tagName) close()
    else if (top().tag === 'p' && endsParagraph.has(tagName)) close()
    if (stack.length >= most.depth) {
      beyond++
      return
    }
    const frame = frameOf(tagName, token, attributes)
    if (landmarkTags.has(tagName)) frame.content.landmarks++
    stack.push(frame)
    open.set(tagName, (open.get(tagName) ?? 0) + 1)
  }
  const input = (attributes: Attributes): void => {
    const type = (attributes.get('type') ?? 'text').toLowerCase()
    if (type === 'password') counts.passwords++
    if (/^(?:username|email|user|login|identifier|loginfmt|log)$/i.test(attributes.get('name') ?? ''))
      counts.identifiers++
    const value = type === 'submit' || type === 'button' ? attributes.get('value') : undefined
    if (value)
      judgeLabel({ ...frameOf('input', token, attributes), content: top().content, kind: 'button', label: value })
  }
  const end = ({ tagName }: Token.TagToken): void => {
    if (tagName === unread) unread = undefined
    if (!inline.has(tagName)) endRun()
    if (beyond > 0) {
      beyond--
      return
    }
    if ((open.get(tagName) ?? 0) === 0) return
    while (stack.length > 1 && top().tag !== tagName) close()
    close(true)
  }
  readTokens(html, {
    onStartTag(tag) {
      token++
      start(tag)
    },
    onEndTag(tag) {
      token++
      end(tag)
    },
    onText(part) {
      const { tag } = top()
      if (tag === 'title' && !open.get('svg')) title += title.length < most.run ? part : ''
      if (tag === 'script') addCode(part)
      if (unread !== undefined || notShown.has(tag)) return
      if (run.length < most.run) run += part.slice(0, most.run)
      else if (part.trim() !== '') top().content.characters += part.length
      // a label is in the nearest heading or button around its text
      for (let at = stack.length - 1, up = 0; at > 0 && up < 6; at--, up++) {
        const frame = stack[at]!
        if (frame.kind === undefined) continue
        if (frame.label.length < most.label) frame.label += part.slice(0, most.label)
        break
      }
    },
  })
  endRun()
  token++
  while (stack.length > 1) close()
  const facts = { ...body.content, ...found, ...counts, title: folded(title), hasRoot, code: code.join('\n') }
  return { facts, passedOver }
}

const noAttributes: Attributes = new Map()
/** Attributes that tell what a page is made by. */
const told = new Set(['src', 'href', 'action', 'id', 'class', 'content'])
const notShown = new Set(['script', 'style', 'title', 'head'])
/** Elements whose content a browser with scripts does not show. */
const hidden = new Set(['noscript', 'template', 'textarea', 'select', 'iframe'])

const namedAttributes = ['id', 'class', 'aria-label', 'data-testid']
const frameOf = (tag: string, from: number, attributes: Attributes): Frame => {
  const role = attributes.get('role')?.toLowerCase()
  const classes = attributes.get('class') ?? ''
  const isButton = tag === 'button' || tag === 'a' || role === 'button' || actionClass.test(classes.slice(0, 1_000))
  const own = namedAttributes.map(name => attributes.get(name)?.slice(0, 1_000) ?? '')
  // elements of pages' own have a hyphen in their names
  const isPlain = !tag.includes('-') && own.every(value => value === '')
  return {
    tag,
    from,
    content: nothing(),
    ...(isPlain ? unnamed : namesOf([tag, ...own].join(' ').toLowerCase())),
    isDialog: tag === 'dialog' || role === 'dialog' || role === 'alertdialog' || attributes.has('aria-modal'),
    kind: headingTags.has(tag) ? 'heading' : isButton ? 'button' : undefined,
    label: '',
  }
}
const headingTags = new Set(['h1', 'h2', 'h3'])
const unnamed = { isTool: false, names: 0, isNamed: false }
const namesOf = (text: string): Pick<Frame, 'isTool' | 'names' | 'isNamed'> => ({
  isTool: isTool(text.split(' ', 60)),
  names: new Set([...consentNames, ...consentFrames].filter(word => text.includes(word))).size,
  isNamed: hasOneOf(text, consentNames),
})
