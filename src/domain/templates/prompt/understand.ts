import { editsOfPart } from './edits-of-part.ts'
import { asks, type Part, partOf } from './part.ts'
import type { TemplateEdit } from './template-edit.ts'
import { type Token, tokensOf } from './tokens.ts'

export type Understood = {
  readonly edits: readonly TemplateEdit[]
  /** Parts of the prompt that were not understood, in their own words. */
  readonly unknown: readonly string[]
}

/** Parts of a prompt, at most; the rest is not understood. */
const mostParts = 60

type Joined = { readonly part: Part; readonly joinsNext: boolean }

const partsOf = (prompt: string): readonly Joined[] => {
  const parts: Joined[] = []
  let tokens: Token[] = []
  const end = (joinsNext: boolean) => {
    if (tokens.length > 0) parts.push({ part: partOf(prompt, tokens), joinsNext })
    tokens = []
  }
  for (const token of tokensOf(prompt)) {
    if (token.kind === 'separator') end(token.joins)
    else tokens.push(token)
  }
  end(false)
  return parts
}

/**
 * Reads a prompt in plain English (TEMPLATE-21): parts joined by "and", commas or full stops, each of which names what it is about and
 * what should become of it. "Make the headline and the price red" asks for two changes, "remove the badge and the price" too. A part
 * with a single word that is not known is not understood as a whole.
 */
export const understand = (prompt: string): Understood => {
  const edits: TemplateEdit[] = []
  const unknown: string[] = []
  let pending: readonly Part[] = []
  let last: Part | undefined
  const refuse = (...parts: readonly Part[]) => void unknown.push(...parts.map(({ said }) => said))

  const carryOut = (part: Part, targets: Part['targets']): void => {
    const found = part.isKnown ? editsOfPart(part, targets) : undefined
    if (found === undefined) refuse(...pending, part)
    else edits.push(...found)
    last = found === undefined ? undefined : { ...part, targets }
    pending = []
  }
  const all = partsOf(prompt)
  for (const [i, { part, joinsNext }] of all.slice(0, mostParts).entries()) {
    const next = all[i + 1]?.part
    const isNamed = part.isKnown && part.targets.length > 0
    if (isNamed && !asks(part)) {
      // only names something: what should become of it follows, or was said before
      const isForward = next?.isKnown && next.targets.length > 0 && joinsNext && !next.hasVerb
      if (isForward || (last === undefined && joinsNext)) pending = [...pending, part]
      else if (last !== undefined && pending.length === 0 && !part.hasVerb)
        carryOut({ ...last, said: part.said }, part.targets)
      else refuse(part)
    } else if (part.targets.length > 0)
      carryOut(part, [...new Set([...pending.flatMap(p => p.targets), ...part.targets])])
    else carryOut(part, part.schemes.length + part.corners.length > 0 ? [] : (last?.targets ?? []))
  }
  refuse(...pending, ...all.slice(mostParts).map(({ part }) => part))
  return { edits, unknown }
}
