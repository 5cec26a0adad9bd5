import { colorOfHex } from '../color/named.ts'
import type { Meaning, Target } from './meaning.ts'
import type { Token } from './tokens.ts'

export type Meant<K extends Meaning['is']> = Extract<Meaning, { is: K }>

/** What one part of a prompt says: `headline` and `bigger` of "make the headline bigger". */
export type Part = {
  /** Its own words. */
  readonly said: string
  readonly meanings: readonly Meaning[]
  readonly targets: readonly Target[]
  /** As `#rrggbb`. */
  readonly hexColors: readonly string[]
  readonly numbers: readonly Extract<Token, { kind: 'number' }>[]
  readonly texts: readonly string[]
  /** Words and signs that were not understood. */
  readonly unknown: number
}

const withText = new Set<Target>(['headline', 'cta', 'badge'])
const meaningAt = (token: Token | undefined): Meaning | undefined =>
  token?.kind === 'phrase' ? token.meaning : undefined
const isOf =
  <K extends Meaning['is']>(...kinds: readonly K[]) =>
  (meaning: Meaning): meaning is Meant<K> =>
    kinds.some(kind => kind === meaning.is)

/** The meanings of some kinds in a part. */
export const meant = <K extends Meaning['is']>(part: Part, ...kinds: readonly K[]): readonly Meant<K>[] =>
  part.meanings.filter(isOf(...kinds))

const targetsIn = (meanings: readonly Meaning[]): readonly Target[] => [
  ...new Set(meanings.filter(isOf('target')).map(({ target }) => target)),
]

/** Whether the words from a token on are the text that a part should say: "change the headline to Fresh for less". */
const beginsText = (tokens: readonly Token[], at: number, meanings: readonly Meaning[]): boolean => {
  const next = tokens[at + 1]
  if (meaningAt(tokens[at])?.is !== 'says' || next?.kind !== 'phrase') return false
  if (!targetsIn(meanings).some(target => withText.has(target))) return false
  const following = next.meaning?.is
  return following === undefined || following === 'verb' || (following === 'filler' && tokens.length - at > 3)
}

/** Reads the tokens between two separators. */
export const partOf = (prompt: string, tokens: readonly Token[]): Part => {
  const meanings: Meaning[] = []
  const [texts, hexColors, numbers]: [string[], string[], Part['numbers'][number][]] = [[], [], []]
  let unknown = 0
  for (const [at, token] of tokens.entries()) {
    if (beginsText(tokens, at, meanings)) {
      texts.push(prompt.slice(tokens[at + 1]!.start, tokens.at(-1)!.end))
      break
    }
    const hex = token.kind === 'hex' ? colorOfHex(token.hex) : undefined
    if (token.kind === 'phrase' && token.meaning && token.meaning.is !== 'not') meanings.push(token.meaning)
    else if (token.kind === 'quoted') texts.push(token.text)
    else if (token.kind === 'number') numbers.push(token)
    else if (hex !== undefined) hexColors.push(hex)
    else unknown++
  }
  const said = prompt.slice(tokens[0]!.start, tokens.at(-1)!.end)
  return { said, meanings, targets: targetsIn(meanings), hexColors, numbers, texts, unknown }
}

const wordsOfSentences = new Set<Meaning['is']>(['target', 'it', 'verb', 'says', 'joins', 'ends', 'filler', 'strength'])

/** Whether a part asks for something, and does not only name what it is about. */
export const asks = ({ meanings, texts, hexColors, numbers }: Part): boolean =>
  texts.length + hexColors.length + numbers.length > 0 || meanings.some(({ is }) => !wordsOfSentences.has(is))
/** Whether it begins a request. */
export const hasVerb = ({ meanings }: Part): boolean =>
  meanings.some(({ is }) => is === 'verb' || is === 'show' || is === 'undo')
