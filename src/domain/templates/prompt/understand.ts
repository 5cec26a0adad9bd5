import { type BrandColors, editsOfPart } from './edits-of-part.ts'
import { type Lexicon, lexicons } from './lexicon.ts'
import type { Language, Meaning, Target } from './meaning.ts'
import { asks, hasVerb, type Part, partOf } from './part.ts'
import type { TemplateEdit } from './template-edit.ts'
import { type Token, tokensOf } from './tokens.ts'

/** What a prompt is read with. */
export type PromptContext = {
  /** What the prompts before were about: "make it red" goes on with it. */
  readonly about?: readonly Target[]
  readonly brandColors?: BrandColors
}
export type Understood = {
  readonly language: Language
  readonly edits: readonly TemplateEdit[]
  /** Parts of the prompt that were not understood, in their own words. */
  readonly unknown: readonly string[]
  /** What was known in those parts. */
  readonly hints: readonly Meaning[]
  /** What was known in all parts. */
  readonly meanings: readonly Meaning[]
  /** What the last part that was understood is about. */
  readonly about: readonly Target[]
}

/** Parts of a prompt, at most; the rest is not understood. */
const mostParts = 60

type Joined = { readonly part: Part; readonly joinsNext: boolean }

const partsOf = (prompt: string, lexicon: Lexicon): readonly Joined[] => {
  const parts: Joined[] = []
  let tokens: Token[] = []
  const end = (joinsNext: boolean) => {
    const said = tokens.some(token => token.kind !== 'phrase' || token.meaning?.is !== 'filler')
    if (said) parts.push({ part: partOf(prompt, tokens), joinsNext })
    tokens = []
  }
  for (const token of tokensOf(prompt, lexicon)) {
    if (token.kind === 'separator') end(token.joins)
    else tokens.push(token)
  }
  end(false)
  return parts
}

const saysIt = (part: Part): boolean => part.meanings.some(({ is }) => is === 'it')
const isAboutAll = (part: Part): boolean =>
  part.meanings.some(({ is }) => is === 'scheme' || is === 'corners' || is === 'undo' || is === 'tightness') ||
  (part.meanings.some(({ is }) => is === 'spacing') && part.targets.length === 0)

const readIn = (prompt: string, lexicon: Lexicon, { about = [], brandColors = () => undefined }: PromptContext) => {
  const edits: TemplateEdit[] = []
  const unknown: string[] = []
  let pending: readonly Part[] = []
  /** The last part and what it is about; at the beginning the prompts before say that. */
  let last: { readonly part: Part | undefined; readonly targets: readonly Target[] } | undefined =
    about.length > 0 ? { part: undefined, targets: about } : undefined
  const hints: Meaning[] = []
  const refuse = (...parts: readonly Part[]) => {
    unknown.push(...parts.map(({ said }) => said))
    hints.push(...parts.flatMap(({ meanings }) => meanings))
  }

  const carryOut = (part: Part, targets: readonly Target[]): void => {
    const found = part.unknown === 0 ? editsOfPart(part, targets, brandColors) : undefined
    if (found === undefined) refuse(...pending, part)
    else edits.push(...found)
    last = found === undefined ? undefined : { part, targets }
    pending = []
  }
  /** What a part that names nothing, or only "it", is about. */
  const meantBy = (part: Part): readonly Target[] => {
    if (isAboutAll(part)) return []
    const before = last?.targets ?? []
    return before.length > 0 ? before : saysIt(part) ? ['all'] : []
  }
  const all = partsOf(prompt, lexicon)
  for (const [i, { part, joinsNext }] of all.slice(0, mostParts).entries()) {
    const next = all[i + 1]?.part
    const isNamed = part.unknown === 0 && part.targets.length > 0
    if (isNamed && !asks(part)) {
      // only names something: what should become of it follows, or was said before
      const isForward = next?.unknown === 0 && next.targets.length > 0 && joinsNext && !hasVerb(next)
      const before = last?.part
      if (isForward || (before === undefined && joinsNext)) pending = [...pending, part]
      else if (before !== undefined && pending.length === 0 && !hasVerb(part))
        carryOut({ ...before, said: part.said }, part.targets)
      else refuse(part)
    } else if (part.targets.length > 0)
      carryOut(part, [...new Set([...pending.flatMap(p => p.targets), ...part.targets])])
    else carryOut(part, pending.length > 0 ? pending.flatMap(p => p.targets) : meantBy(part))
  }
  refuse(...pending, ...all.slice(mostParts).map(({ part }) => part))
  const parts = all.map(({ part }) => part)
  return {
    language: lexicon.language,
    edits,
    unknown,
    hints,
    meanings: parts.flatMap(({ meanings }) => meanings),
    about: last?.targets ?? [],
    /** How little of the prompt is in this language. */
    strange: parts.reduce((sum, part) => sum + part.unknown, 0) + unknown.length,
  }
}

/**
 * Reads a prompt (TEMPLATE-21): parts joined by "and", commas or full stops, each of which names what it is about and what should become of it. "Make
 * the headline and the price red" asks for two changes, "remove the badge and the price" too. A part with a single word that is not
 * known is not understood as a whole. Its language is the one in which most of it is understood.
 */
export const understand = (prompt: string, context: PromptContext = {}): Understood => {
  const read = lexicons.map(lexicon => readIn(prompt, lexicon, context))
  const least = Math.min(...read.map(({ strange }) => strange))
  const best = read.filter(({ strange }) => strange === least)
  const { strange: _, ...understood } = best.reduce((a, b) => (b.meanings.length > a.meanings.length ? b : a))
  return understood
}

/** The most prompts that are read again to know what the next one is about. */
const mostBefore = 20

/** What prompts, the oldest first, were about in the end. */
export const aboutAfter = (prompts: readonly string[]): readonly Target[] =>
  prompts.slice(-mostBefore).reduce<readonly Target[]>((about, prompt) => understand(prompt, { about }).about, [])
