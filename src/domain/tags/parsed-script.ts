import { type AnyNode, type Options, parse } from 'acorn'

const isNode = (value: unknown): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value

export const childrenOf = (node: AnyNode): readonly AnyNode[] => Object.values(node).flat().filter(isNode)

/** A script as its tree; undefined: it is no script as browsers read it, or one that is nested too deeply. */
export const parsedScript = (code: string, sourceType: Options['sourceType']): AnyNode | undefined => {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: true })
  } catch {
    return undefined
  }
}
