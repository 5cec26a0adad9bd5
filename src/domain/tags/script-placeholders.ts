import type { AnyNode, Expression, Options } from 'acorn'
import { isClickTag, placeholderText } from './click-tag.ts'
import { childrenOf, parsedScript } from './parsed-script.ts'

/** The text of a placeholder, without its quotes: where it starts, and its length. */
export type Placeholder = { readonly at: number; readonly length: number }

/** Placeholders of one script, at most: each becomes a whole address. */
const mostPlaceholders = 50

/** The name that an expression gives a value to: a variable, or a member of an object. */
const nameOf = (target: AnyNode): string | undefined => {
  if (target.type === 'Identifier') return target.name
  if (target.type === 'Literal') return String(target.value)
  if (target.type !== 'MemberExpression') return undefined
  return target.computed && target.property.type === 'Identifier' ? undefined : nameOf(target.property)
}

/** What a node gives a name: the declaration of a variable, an assignment, a member of an object or a default. */
const given = (node: AnyNode): { readonly target: AnyNode; readonly value: AnyNode } | undefined => {
  switch (node.type) {
    case 'VariableDeclarator':
      return node.init ? { target: node.id, value: node.init } : undefined
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return { target: node.left, value: node.right }
    case 'Property':
    case 'PropertyDefinition':
      return node.value && !node.computed ? { target: node.key, value: node.value } : undefined
    default:
      return undefined
  }
}

/** The texts that are added up to one (`'https://' + 'shop.example'`), from the first to the last; undefined: it is not of texts alone. */
const textsOf = (value: AnyNode): readonly AnyNode[] | undefined => {
  const found: AnyNode[] = []
  let node = value
  for (; node.type === 'BinaryExpression' && node.operator === '+'; node = node.left) found.push(node.right)
  found.push(node)
  return found.every(isText) ? found.toReversed() : undefined
}

const isText = (node: AnyNode): boolean =>
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'TemplateLiteral' && node.expressions.length === 0)

/** The expressions of which a value is one: `a || b`, `c ? a : b`. */
const choices = (value: AnyNode): readonly AnyNode[] => {
  const found: AnyNode[] = []
  const waiting: (AnyNode | Expression)[] = [value]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'LogicalExpression') waiting.push(node.left, node.right)
    else if (node.type === 'ConditionalExpression') waiting.push(node.consequent, node.alternate)
    else found.push(node)
  }
  return found
}

/**
 * The placeholders that a script gives a clickTag, in their order: only texts are found, and only where the script can be parsed. One that is
 * added up of several texts is found as a whole if all of them have the same quotes.
 */
export const scriptPlaceholders = (
  code: string,
  sourceType: Options['sourceType'] = 'script',
): readonly Placeholder[] => {
  const found: Placeholder[] = []
  const waiting = [parsedScript(code, sourceType)]
  for (let node = waiting.pop(); node !== undefined && found.length < mostPlaceholders; node = waiting.pop()) {
    for (const child of childrenOf(node)) waiting.push(child)
    const { target, value } = given(node) ?? {}
    if (target === undefined || value === undefined || !isClickTag(nameOf(target) ?? '')) continue
    for (const choice of choices(value)) {
      const texts = textsOf(choice)
      const [at, end] = [(texts?.[0]?.start ?? 0) + 1, (texts?.at(-1)?.end ?? 0) - 1]
      if (texts === undefined || code[at - 1] !== code[end] || !placeholderText.test(code.slice(at, end))) continue
      found.push({ at, length: end - at })
    }
  }
  return found.toSorted((a, b) => a.at - b.at)
}
