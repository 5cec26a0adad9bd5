import Mustache from 'mustache'
import { type Finding, fewFindings, finding } from '../finding.ts'
import { cleanAttributes, cleanSheet, isAllowed } from './clean-element.ts'
import { type CleanText, cleanPlaceholders, sectionFault } from './placeholders.ts'
import { childrenOf, type Document, type Element, htmlOf, isElement, isText, treeOf } from './tree.ts'

/** Bytes of a template, at most (TEMPLATE-8). */
export const mostTemplateBytes = 1024 * 1024

/** `html`: without what `findings` of code `removed` name; undefined: it cannot be made safe. */
export type CleanHtml = { readonly html?: string; readonly findings: readonly Finding[] }

type Report = { readonly removed: string[]; readonly broken: string[] }

const cleanTexts = (element: Element, report: Report): void => {
  const sections: CleanText['sections'][number][] = []
  for (const child of element.childNodes.filter(isText)) {
    const clean = cleanPlaceholders(child.value, { sections: true })
    child.value = clean.text
    sections.push(...clean.sections)
    report.removed.push(...clean.removed)
  }
  const fault = sectionFault(sections)
  if (fault !== undefined) report.broken.push(fault)
}

const cleanElement = (element: Element, report: Report): void => {
  const note = (what: string) => void report.removed.push(what)
  cleanAttributes(element, note)
  if (element.tagName === 'style') cleanSheet(element, note)
  else cleanChildren(element, report)
}

const cleanChildren = (element: Element, report: Report): void => {
  element.childNodes = element.childNodes.filter(child => {
    if (isText(child)) return true
    // comments go: browsers of old ran what was in them
    if (!isElement(child)) return false
    if (isAllowed(child)) return true
    report.removed.push(`<${child.tagName}>`)
    return false
  })
  cleanTexts(element, report)
  for (const child of childrenOf(element)) cleanElement(child, report)
}

const cleanTree = (document: Document, report: Report): string => {
  for (const element of childrenOf(document)) cleanElement(element, report)
  return htmlOf(document)
}

type Tokens = readonly (readonly unknown[])[]
const isNested = (part: unknown): part is Tokens => Array.isArray(part)
const plainKinds = new Set<unknown>(['text', 'name', '#', '^'])
const arePlain = (tokens: Tokens): boolean =>
  tokens.every(token => plainKinds.has(token[0]) && token.filter(isNested).every(arePlain))

/** Why a document is no template of plain placeholders; undefined: it is one. */
const mustacheFault = (html: string): string | undefined => {
  try {
    return arePlain(new Mustache.Writer().parse(html)) ? undefined : 'only {{column}} and sections are allowed'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const tooComplex = finding(
  'too-complex',
  'The template has more than 2,000 elements, or more than 64 inside one another.',
)

/**
 * A template without all that could run, load or lead elsewhere (TEMPLATE-19): an allow-list of elements, attributes, CSS and
 * addresses, applied to the tree that browsers would build. What was cleaned is read and cleaned again, and must stay the same,
 * so nothing hides in text that reads differently the second time. Run it where a hostile document may use up time and memory.
 */
export const cleanHtml = (given: string): CleanHtml => {
  if (Buffer.byteLength(given) > mostTemplateBytes)
    return { findings: [finding('too-large', 'The template has more than 1 MiB.')] }
  const document = treeOf(given)
  if (document === undefined) return { findings: [tooComplex] }
  const report: Report = { removed: [], broken: [] }
  const html = cleanTree(document, report)
  const again = treeOf(html)
  const second: Report = { removed: [], broken: [] }
  const isStable = again !== undefined && cleanTree(again, second) === html && second.removed.length === 0
  const fault = mustacheFault(html)
  const findings = fewFindings([
    ...report.removed.map(what => finding('removed', `Not allowed, removed: ${what}.`)),
    ...[...report.broken, ...(fault === undefined ? [] : [fault])].map(what =>
      finding('placeholder-broken', `The placeholders are not valid: ${what}.`),
    ),
    ...(isStable ? [] : [finding('too-complex', 'The HTML reads differently each time it is read; simplify it.')]),
  ])
  return findings.some(({ code }) => code !== 'removed') ? { findings } : { html, findings }
}
