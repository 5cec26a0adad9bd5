import type { PageFacts } from './page-survey.ts'
import {
  challengePhrases,
  challengeTitles,
  gatePhrases,
  guards,
  hasOneOf,
  loginPhrases,
  pageLabels,
  plainConsentLabels,
  scriptPhrases,
} from './page-words.ts'

/**
 * What stands where the page of a brand was expected: a bot challenge or block, a page to log in, a wall of consent or age without a page beneath, or an
 * application that is empty until its script runs. `by`: the product that guards the page, if it is known.
 */
export type NoBrandPage =
  | { readonly kind: 'challenge'; readonly by?: string }
  | { readonly kind: 'login' | 'wall' | 'application' }
/** What the answer of a server says beyond the page; names of headers are in lower case. */
export type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>> }

/** Characters of a page that only asks something; the page of a brand with as few has other things as well. */
const few = 1_500
const veryFew = 200

const withoutDots = (text: string): string => text.replaceAll('…', '').replaceAll('.', '').trim()

/** A header that only challenges have, with what is in it. */
const challengeHeaders: readonly (readonly [name: string, value: string, by: string])[] = [
  ['cf-mitigated', 'challenge', 'Cloudflare'],
  ['x-amzn-waf-action', '', 'AWS WAF'],
  ['x-datadome', 'protected', 'DataDome'],
  ['x-dd-b', '', 'DataDome'],
  ['x-vercel-mitigated', '', 'Vercel'],
  ['x-sucuri-block', '', 'Sucuri'],
  ['x-kpsdk-ct', '', 'Kasada'],
]
const byHeaders = ({ headers, status }: Answer): string | undefined =>
  status === 200
    ? undefined
    : challengeHeaders.find(([name, value]) => headers[name]?.toLowerCase().includes(value) ?? false)?.[2]

const challenge = (facts: PageFacts, answer: Answer | undefined): NoBrandPage | undefined => {
  const { code, title, headingTexts, challengeTexts, characters, links, pictures, headings, buttonTexts } = facts
  const named = answer === undefined ? undefined : byHeaders(answer)
  if (named !== undefined) return { kind: 'challenge', by: named }
  if (characters > few || links + pictures > 15) return undefined
  const known = Object.entries(guards)
  const hasIn = (marks: readonly string[]): boolean => hasOneOf(code, marks)
  const certain = known.find(([, { challenge: marks }]) => hasIn(marks))?.[0]
  const possible = known.find(([, { page: marks }]) => hasIn(marks))?.[0]
  const said = [title, ...headingTexts].some(
    text => challengeTitles.includes(withoutDots(text)) || hasOneOf(text, challengePhrases),
  )
  const isRefused = answer !== undefined && answer.status !== 200
  const others = headingTexts.filter(
    text => !hasOneOf(text, challengePhrases) && !challengeTitles.includes(withoutDots(text)),
  )
  const isBare = others.length === 0 && buttonTexts.length < 2
  const is =
    (certain !== undefined && (headings < 2 || said || challengeTexts > 0)) ||
    (said && others.length < 2) ||
    (challengeTexts > 0 && (isBare || isRefused || possible !== undefined)) ||
    (possible !== undefined && isBare && characters < veryFew && headings === 0) ||
    (isRefused && possible !== undefined && characters < few / 2)
  if (!is) return undefined
  const by = [certain, possible].find(name => name !== undefined && name !== 'captcha')
  return { kind: 'challenge', ...(by === undefined ? {} : { by }) }
}

const isLogin = (facts: PageFacts, answer: Answer | undefined): boolean => {
  const { title, headingTexts, buttonTexts, passwords, identifiers, characters, pictures, links } = facts
  if (passwords + identifiers === 0 || characters > 2 * few) return false
  const isAbout = (text: string): boolean => hasOneOf(text, loginPhrases)
  const others = headingTexts.filter(text => !isAbout(text))
  const isRefused = answer?.status === 401 || answer?.status === 403
  if (isAbout(title) || (headingTexts[0] !== undefined && isAbout(headingTexts[0])))
    return passwords > 0 || others.length < 2
  const hasButton = buttonTexts.some(isAbout)
  const isSmall = others.length === 0 || (others.length < 2 && buttonTexts.length < 2)
  return (
    (passwords > 0 || hasButton) &&
    isSmall &&
    pictures < 6 &&
    links < 15 &&
    (hasButton || isRefused || characters < 2 * veryFew)
  )
}

const isPlainLabel = (text: string): boolean => pageLabels.includes(text) || plainConsentLabels.includes(text)

/** Whether nothing is there that a page of a brand would have; pictures count, unless a script is to fill the page. */
const isEmpty = (
  { headings, headingTexts, buttonTexts, characters, pictures }: PageFacts,
  mostPictures: number,
): boolean =>
  (headings === 0 ||
    headingTexts.every(text => hasOneOf(text, scriptPhrases) || isPlainLabel(text.replaceAll('.', '')))) &&
  buttonTexts.every(isPlainLabel) &&
  characters < veryFew &&
  pictures <= mostPictures

const isWall = (facts: PageFacts): boolean => {
  const { consentAreas, consentTexts, consentButtons, gateTexts, title, headingTexts, characters } = facts
  if (characters < few && (gateTexts > 0 || hasOneOf(title, gatePhrases)))
    return headingTexts.every((text, at) => at < 2 || hasOneOf(text, gatePhrases))
  if (consentAreas > 0) return isEmpty(facts, 2)
  // a page that is nothing else
  const asks = consentTexts > 0 && consentButtons > 0
  const { consentCharacters, buttonTexts } = facts
  return (
    asks &&
    headingTexts.length === 0 &&
    buttonTexts.filter(text => !isPlainLabel(text)).length < 2 &&
    consentCharacters > characters / 3
  )
}

/** Tells what a page is if it is not that of a brand; undefined: it is, as far as its structure says. */
export const noBrandPage = (facts: PageFacts, answer?: Answer): NoBrandPage | undefined => {
  const challenged = challenge(facts, answer)
  if (challenged) return challenged
  if (isLogin(facts, answer)) return { kind: 'login' }
  if (isWall(facts)) return { kind: 'wall' }
  const { scripts, hasRoot, scriptTexts, characters } = facts
  const needsScript = scripts > 0 && (hasRoot || characters < veryFew / 4)
  return isEmpty(facts, hasRoot ? 3 : 1) && (needsScript || scriptTexts > 0) ? { kind: 'application' } : undefined
}

const found: Readonly<Record<NoBrandPage['kind'], string>> = {
  challenge: 'a bot check',
  login: 'a login page',
  wall: 'a consent or age wall without a page beneath',
  application: 'an empty application that a script fills in a browser',
}

/** The warning about such a page. */
export const noBrandWarning = (page: NoBrandPage): string => {
  const by = page.kind === 'challenge' && page.by !== undefined ? ` by ${page.by}` : ''
  return `The brand page is ${found[page.kind]}${by}: no name, headline or button was read from it. Send the page as an HTML file, or a PDF or pictures of the brand.`
}
