import { colorOfHex } from '../color/named.ts'
import type { Token } from './tokens.ts'
import { longestPhrase, type Meaning, meaningOf, type Target } from './vocabulary.ts'

type Said<K extends Meaning['is']> = Extract<Meaning, { is: K }>

/** What one part of a prompt says: `headline` and `bigger` of "make the headline bigger". */
export type Part = {
  /** Its own words. */
  readonly said: string
  readonly hasVerb: boolean
  readonly targets: readonly Target[]
  readonly colors: readonly string[]
  readonly factors: readonly number[]
  readonly power: number
  readonly numbers: readonly Extract<Token, { kind: 'number' }>[]
  readonly sides: readonly Said<'side'>['side'][]
  readonly shown: readonly boolean[]
  readonly schemes: readonly Said<'scheme'>['scheme'][]
  readonly corners: readonly Said<'corners'>['corners'][]
  readonly texts: readonly string[]
  /** Whether every word was understood. */
  readonly isKnown: boolean
}

const withText = new Set<Target>(['headline', 'cta', 'badge'])

type Step = { readonly meaning: Meaning | undefined; readonly words: number }
/** The longest phrase that begins at a token. */
const phraseAt = (tokens: readonly Token[], at: number): Step => {
  const words: string[] = []
  for (const token of tokens.slice(at, at + longestPhrase)) {
    if (token.kind !== 'word') break
    words.push(token.word)
  }
  for (let count = words.length; count > 0; count--) {
    const meaning = meaningOf(words.slice(0, count))
    if (meaning) return { meaning, words: count }
  }
  return { meaning: undefined, words: 1 }
}

const isAction = (token: Token | undefined): boolean =>
  token !== undefined && token.kind !== 'word' && token.kind !== 'unknown'

/** Reads the tokens between two separators. */
export const partOf = (prompt: string, tokens: readonly Token[]): Part => {
  const meanings: Meaning[] = []
  const [texts, colors, numbers]: [string[], string[], Part['numbers'][number][]] = [[], [], []]
  let isKnown = true
  const of = <K extends Meaning['is']>(is: K) => meanings.filter((m): m is Said<K> => m.is === is)
  const targets = () => of('target').map(({ target }) => target)
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!
    if (token.kind === 'word') {
      const { meaning, words } = phraseAt(tokens, at)
      const next = tokens[at + words]
      // "change the headline to Fresh for less": what follows is the text, unless it means something itself
      if (meaning?.is === 'says' && next && !isAction(next) && targets().some(target => withText.has(target))) {
        const { meaning: following } = phraseAt(tokens, at + words)
        if (
          following === undefined ||
          following.is === 'verb' ||
          (following.is === 'filler' && tokens.length - at > 2)
        ) {
          texts.push(prompt.slice(next.start, tokens.at(-1)!.end))
          break
        }
      }
      if (meaning) meanings.push(meaning)
      else isKnown = false
      at += words
      continue
    }
    if (token.kind === 'quoted') texts.push(token.text)
    else if (token.kind === 'number') numbers.push(token)
    else if (token.kind === 'hex' && colorOfHex(token.hex)) colors.push(colorOfHex(token.hex)!)
    else isKnown = false
    at++
  }
  return {
    said: prompt.slice(tokens[0]!.start, tokens.at(-1)!.end),
    hasVerb: meanings.some(({ is }) => is === 'verb' || is === 'show'),
    targets: [...new Set(targets())],
    colors: [...colors, ...of('color').map(({ color }) => color)],
    factors: of('size').map(({ factor }) => factor),
    power: of('strength').reduce((product, { power }) => product * power, 1),
    numbers,
    sides: of('side').map(({ side }) => side),
    shown: of('show').map(({ shown }) => shown),
    schemes: of('scheme').map(({ scheme }) => scheme),
    corners: of('corners').map(({ corners }) => corners),
    texts,
    isKnown,
  }
}

/** Whether a part asks for something, and does not only name what it is about. */
export const asks = (part: Part): boolean =>
  [part.colors, part.factors, part.numbers, part.sides, part.shown, part.schemes, part.corners, part.texts].some(
    list => list.length > 0,
  )
