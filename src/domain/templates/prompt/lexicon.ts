import { colorNamed } from '../color/named.ts'
import { type Language, languages, type Meaning } from './meaning.ts'
import { vocabulary } from './vocabulary.ts'

/** The words of one language. */
export type Lexicon = {
  readonly language: Language
  /** The meaning of words next to each other, each as `folded` writes it; undefined: nothing that is known. */
  meaningOf(words: readonly string[]): Meaning | undefined
  /** The longest phrase of Japanese that begins at a character: its length and meaning. */
  phraseAt(text: string, at: number): { readonly length: number; readonly meaning: Meaning } | undefined
}

/** Words of the longest phrase. */
export const longestPhrase = 6
const longestJapanese = 12

/** A word without capitals, accents and the sharp s, as it is looked up. */
export const folded = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")

/** Endings of inflected words of the languages; a word and an entry are alike without one each. */
const endings = [
  'e',
  's',
  'n',
  'r',
  'm',
  'a',
  'o',
  'x',
  'es',
  'en',
  'er',
  'em',
  'as',
  'os',
  'te',
  'ed',
  'ern',
  'tes',
  'ten',
]
const leastStem = 3
/** A word without each ending that it may have, the longest rest first. */
const stemsOf = (word: string): readonly string[] =>
  endings
    .filter(ending => word.endsWith(ending) && word.length - ending.length >= leastStem)
    .map(ending => word.slice(0, word.length - ending.length))
    .sort((a, b) => b.length - a.length)
/** `Ueberschrift` for `Überschrift`. */
const withoutDigraphs = (word: string): string => word.replaceAll('ae', 'a').replaceAll('oe', 'o').replaceAll('ue', 'u')

const phrasesIn = (list = ''): readonly string[] =>
  list.split(',').map(phrase => folded(phrase).replaceAll('-', ' ').replaceAll(elision, '$1 '))
/** French writes some words together with the next one; they are looked up apart. */
const elision = /(?<=^| )(l|d|s|j|c|n|m|t|qu)'/g

const lexiconOf = (language: Language): Lexicon => {
  const exact = new Map<string, Meaning>()
  const byStem = new Map<string, Meaning>()
  for (const concept of vocabulary)
    for (const phrase of phrasesIn(concept[language]))
      if (phrase !== '' && !exact.has(phrase)) exact.set(phrase, concept)
  for (const [phrase, meaning] of exact)
    for (const stem of [phrase, ...stemsOf(phrase)])
      if (!byStem.has(stem) && meaning.is !== 'filler' && meaning.is !== 'joins') byStem.set(stem, meaning)

  const inflected = (phrase: string): Meaning | undefined => {
    const known = [phrase, ...stemsOf(phrase)].find(stem => byStem.has(stem))
    return known === undefined ? undefined : byStem.get(known)
  }
  const meaningOf = (words: readonly string[]): Meaning | undefined => {
    const phrase = words.join(' ')
    const known = exact.get(phrase)
    if (known) return known
    const color = colorNamed(words.join(''))
    if (color !== undefined) return { is: 'color', color }
    return inflected(phrase) ?? (language === 'de' ? exact.get(withoutDigraphs(phrase)) : undefined)
  }
  const phraseAt: Lexicon['phraseAt'] = (text, at) => {
    for (let length = Math.min(longestJapanese, text.length - at); length > 0; length--) {
      const meaning = exact.get(folded(text.slice(at, at + length)))
      if (meaning) return { length, meaning }
    }
    return undefined
  }
  return { language, meaningOf, phraseAt }
}

/** The lexicons, English first. */
export const lexicons: readonly Lexicon[] = languages.map(lexiconOf)
