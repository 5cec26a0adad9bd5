import type { Node, SourceFile } from 'typescript/unstable/ast'
import { isCallExpression, isIdentifier, isNewExpression, isRegularExpressionLiteral } from 'typescript/unstable/ast/is'

/** `source` undefined: the expression is built at run time. */
export type FoundPattern = { readonly file: string; readonly source: string | undefined; readonly flags: string }

const literal = (text: string): Omit<FoundPattern, 'file'> => {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

const patternOf = (node: Node): Omit<FoundPattern, 'file'> | undefined => {
  if (isRegularExpressionLiteral(node)) return literal(node.text)
  const isMade = (isNewExpression(node) || isCallExpression(node)) && isIdentifier(node.expression)
  return isMade && node.expression.text === 'RegExp' ? { source: undefined, flags: '' } : undefined
}

/** The regular expressions of a source file: its literals, and calls of `RegExp`. */
export const patternsIn = (source: SourceFile, file: string): readonly FoundPattern[] => {
  const found: FoundPattern[] = []
  const visit = (node: Node): void => {
    const pattern = patternOf(node)
    if (pattern) found.push({ file, ...pattern })
    node.forEachChild(visit)
  }
  visit(source)
  return found
}
