/** A piece of a prompt; `start` and `end` are its place there. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'hex'; readonly hex: string }
  | { readonly kind: 'number'; readonly value: number; readonly unit: '' | 'px' | '%' }
  /** Between parts of a prompt; `and` joins more closely than a comma or a full stop. */
  | { readonly kind: 'separator'; readonly joins: boolean }
  | { readonly kind: 'unknown' }
)

const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '”': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
  '`': '`',
}
const joining = new Set(['and', 'then', 'also', 'plus', '&'])
const space = /\s/
const letter = /[\p{L}\p{M}]/u
const inWord = /[\p{L}\p{M}\p{N}’'-]/u
const digit = /[0-9]/
const afterQuote = /[\s.,;:!?)]/

/** Where a quotation that begins at `at` ends; undefined: it is an apostrophe, or never ends. Each mark is sought once. */
const quotationEnd = (prompt: string, at: number, neverEnds: Set<string>): number | undefined => {
  const mark = closing[prompt[at]!]
  if (mark === undefined || neverEnds.has(mark)) return undefined
  for (let end = prompt.indexOf(mark, at + 1); end >= 0; end = prompt.indexOf(mark, end + 1))
    if (end + 1 === prompt.length || afterQuote.test(prompt[end + 1]!)) return end
  neverEnds.add(mark)
  return undefined
}
const whileFits = (prompt: string, from: number, fits: RegExp): number => {
  let end = from
  while (end < prompt.length && fits.test(prompt[end]!)) end++
  return end
}
const numberAt = (prompt: string, start: number): Token => {
  let end = whileFits(prompt, start, digit)
  if (/[.,]/.test(prompt[end] ?? '') && digit.test(prompt[end + 1] ?? '')) end = whileFits(prompt, end + 1, digit)
  const value = Number(prompt.slice(start, end).replace(',', '.'))
  const after = whileFits(prompt, end, space)
  const rest = prompt.slice(after, after + 10).toLowerCase()
  const unit = /^(?:%|percent|px|pixels?)/.exec(rest)?.[0]
  if (unit === undefined) return { kind: 'number', value, unit: '', start, end }
  return {
    kind: 'number',
    value,
    unit: unit.startsWith('p') && unit !== 'percent' ? 'px' : '%',
    start,
    end: after + unit.length,
  }
}

const tokenAt = (prompt: string, start: number, neverEnds: Set<string>): Token => {
  const char = prompt[start]!
  const quoteEnd = quotationEnd(prompt, start, neverEnds)
  if (quoteEnd !== undefined)
    return { kind: 'quoted', text: prompt.slice(start + 1, quoteEnd), start, end: quoteEnd + 1 }
  if (/[,;.!?\n]/.test(char)) return { kind: 'separator', joins: false, start, end: start + 1 }
  if (char === '#') {
    const end = whileFits(prompt, start + 1, /[0-9a-zA-Z]/)
    return { kind: 'hex', hex: prompt.slice(start, end).toLowerCase(), start, end }
  }
  if (digit.test(char)) return numberAt(prompt, start)
  if (char === '&') return { kind: 'separator', joins: true, start, end: start + 1 }
  if (!letter.test(char)) return { kind: 'unknown', start, end: start + 1 }
  const end = whileFits(prompt, start, inWord)
  const word = prompt.slice(start, end).toLowerCase().replaceAll('’', "'")
  return joining.has(word) ? { kind: 'separator', joins: true, start, end } : { kind: 'word', word, start, end }
}

/** The pieces of a prompt, in time that grows with its length. Colons, brackets and dashes between words are left out. */
export const tokensOf = (prompt: string): readonly Token[] => {
  const tokens: Token[] = []
  const neverEnds = new Set<string>()
  for (let at = 0; at < prompt.length; ) {
    if (/[ \t\r:()–—]/.test(prompt[at]!)) {
      at++
      continue
    }
    const token = tokenAt(prompt, at, neverEnds)
    tokens.push(token)
    at = token.end
  }
  return tokens
}
