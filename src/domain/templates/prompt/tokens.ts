import { folded, type Lexicon, longestPhrase } from './lexicon.ts'
import type { Meaning } from './meaning.ts'

/** A piece of a prompt; `start` and `end` are its place there. A phrase without a meaning is not known. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'phrase'; readonly meaning: Meaning | undefined }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'hex'; readonly hex: string }
  | { readonly kind: 'number'; readonly value: number; readonly unit: '' | 'px' | '%' }
  /** Between parts of a prompt; `and` joins more closely than a comma or a full stop. */
  | { readonly kind: 'separator'; readonly joins: boolean }
)

const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '”': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
  '»': '«',
  '`': '`',
  '「': '」',
  '『': '』',
}
/** Marks after which whatever follows is the end of the quotation, since Japanese has no spaces. */
const brackets = new Set(['」', '』', '»', '«'])
const space = /\s/
const letter = /[\p{L}\p{M}]/u
const inWord = /[\p{L}\p{M}\p{N}’']/u
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const digit = /[0-9]/
const afterQuote = /[\s.,;:!?)、。\p{Script=Hiragana}]/u
const ends = /[,;.!?\n、。；，・！？]/

/** Where a quotation that begins at `at` ends; undefined: it is an apostrophe, or never ends. Each mark is sought once. */
const quotationEnd = (prompt: string, at: number, neverEnds: Set<string>): number | undefined => {
  const mark = closing[prompt[at]!]
  if (mark === undefined || neverEnds.has(mark)) return undefined
  for (let end = prompt.indexOf(mark, at + 1); end >= 0; end = prompt.indexOf(mark, end + 1))
    if (end + 1 === prompt.length || brackets.has(mark) || afterQuote.test(prompt[end + 1]!)) return end
  neverEnds.add(mark)
  return undefined
}
const whileFits = (prompt: string, from: number, fits: (char: string) => boolean): number => {
  let end = from
  while (end < prompt.length && fits(prompt[end]!)) end++
  return end
}
const units: readonly (readonly [written: string, unit: 'px' | '%'])[] = [
  ...['%', 'percent', 'prozent', 'pour cent', 'por ciento', 'パーセント'].map(written => [written, '%'] as const),
  ...['pixels', 'pixel', 'pixeln', 'píxeles', 'píxel', 'ピクセル', 'px'].map(written => [written, 'px'] as const),
]
const numberAt = (prompt: string, start: number): Token => {
  const isDigit = (char: string) => digit.test(char)
  let end = whileFits(prompt, start, isDigit)
  if (/[.,]/.test(prompt[end] ?? '') && isDigit(prompt[end + 1] ?? '')) end = whileFits(prompt, end + 1, isDigit)
  const value = Number(prompt.slice(start, end).replace(',', '.'))
  const after = whileFits(prompt, end, char => space.test(char))
  const rest = prompt.slice(after, after + 12).toLowerCase()
  const [written, unit] = units.find(([name]) => rest.startsWith(name)) ?? []
  return written === undefined || unit === undefined
    ? { kind: 'number', value, unit: '', start, end }
    : { kind: 'number', value, unit, start, end: after + written.length }
}

const meant = (meaning: Meaning | undefined, start: number, end: number): Token => {
  if (meaning?.is === 'joins' || meaning?.is === 'ends')
    return { kind: 'separator', joins: meaning.is === 'joins', start, end }
  return { kind: 'phrase', meaning, start, end }
}

type Word = { readonly words: readonly string[]; readonly end: number }
/** The articles and pronouns that French writes together with the next word. */
const elided = new Set(['l', 'd', 's', 'j', 'c', 'n', 'm', 't', 'qu'])
/** A word that begins at `start`, its parts at hyphens apart. */
const wordAt = (prompt: string, start: number, isElided: boolean): Word => {
  let end = whileFits(prompt, start, char => inWord.test(char) && !japanese.test(char))
  const word = folded(prompt.slice(start, end))
  const at = word.indexOf("'")
  if (isElided && at > 0 && elided.has(word.slice(0, at)) && at + 1 < word.length)
    end = start + prompt.slice(start, end).search(/['’]/) + 1
  return { words: [folded(prompt.slice(start, end)).replace(/'$/, '')], end }
}
const afterSpace = (prompt: string, at: number): number =>
  whileFits(prompt, at, char => char === ' ' || char === '-' || char === '\u00a0')

/** The longest phrase of words that begins at `start`. */
const phraseAt = (prompt: string, start: number, { meaningOf, language }: Lexicon): Token => {
  const words: string[] = []
  const wordEnds: number[] = []
  for (let at = start; words.length < longestPhrase && at < prompt.length && letter.test(prompt[at]!); ) {
    if (japanese.test(prompt[at]!)) break
    const word = wordAt(prompt, at, language === 'fr')
    words.push(...word.words)
    wordEnds.push(word.end)
    at = afterSpace(prompt, word.end)
  }
  for (let count = words.length; count > 0; count--) {
    const meaning = meaningOf(words.slice(0, count))
    if (meaning) return meant(meaning, start, wordEnds[count - 1]!)
  }
  return meant(undefined, start, wordEnds[0] ?? start + 1)
}

const tokenAt = (prompt: string, start: number, lexicon: Lexicon, neverEnds: Set<string>): Token => {
  const char = prompt[start]!
  const quoteEnd = quotationEnd(prompt, start, neverEnds)
  if (quoteEnd !== undefined)
    return { kind: 'quoted', text: prompt.slice(start + 1, quoteEnd), start, end: quoteEnd + 1 }
  if (ends.test(char)) return { kind: 'separator', joins: false, start, end: start + 1 }
  if (char === '#') {
    const end = whileFits(prompt, start + 1, one => /[0-9a-zA-Z]/.test(one))
    return { kind: 'hex', hex: prompt.slice(start, end).toLowerCase(), start, end }
  }
  if (lexicon.language === 'ja') {
    const found = lexicon.phraseAt(prompt, start)
    if (found) return meant(found.meaning, start, start + found.length)
  }
  if (digit.test(char)) return numberAt(prompt, start)
  if (char === '&') return { kind: 'separator', joins: true, start, end: start + 1 }
  if (!letter.test(char) || japanese.test(char)) return meant(undefined, start, start + 1)
  return phraseAt(prompt, start, lexicon)
}

/** Wide letters and digits as narrow ones, character by character, so that places stay. */
const narrowed = (prompt: string): string => {
  let text = ''
  for (let at = 0; at < prompt.length; at++) {
    const narrow = prompt[at]!.normalize('NFKC')
    text += narrow.length === 1 ? narrow : prompt[at]!
  }
  return text
}

const isHyphen = (prompt: string, at: number): boolean =>
  prompt[at] === '-' && letter.test(prompt[at - 1] ?? '') && letter.test(prompt[at + 1] ?? '')

/** The pieces of a prompt in a language, in time that grows with its length. Colons, brackets and dashes between words are left out. */
export const tokensOf = (given: string, lexicon: Lexicon): readonly Token[] => {
  const prompt = narrowed(given)
  const tokens: Token[] = []
  const neverEnds = new Set<string>()
  for (let at = 0; at < prompt.length; ) {
    if (/[ \t\r:()–—\u00a0\u3000]/.test(prompt[at]!) || isHyphen(prompt, at)) {
      at++
      continue
    }
    const token = tokenAt(prompt, at, lexicon, neverEnds)
    tokens.push(token.kind === 'quoted' ? { ...token, text: given.slice(token.start + 1, token.end - 1) } : token)
    at = token.end
  }
  return tokens
}
