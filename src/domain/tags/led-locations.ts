import type { AnyNode, Options } from 'acorn'
import { childrenOf, parsedScript } from './parsed-script.ts'

/** Whose `location` code gives an address: that of the ad's frame, of the page around it, or of some other object, which may be a window. */
export type Led = 'frame' | 'page' | 'other'

/** An address in a script that leads a window on (`location = …`): where its code starts and ends. */
export type LedLocation = { readonly from: number; readonly to: number; readonly of: Led }

/** Addresses that are found in one ad, or in one script of it, at most. */
export const mostLed = 20

/** The name of a member, also of `a['name']`. */
const memberOf = (node: AnyNode): { readonly object: AnyNode; readonly name: string } | undefined => {
  if (node.type !== 'MemberExpression') return undefined
  const { object, property, computed } = node
  const name =
    property.type === 'Identifier' && !computed ? property.name : property.type === 'Literal' && property.value
  return typeof name === 'string' ? { object, name } : undefined
}

const ownWindow = new Set(['window', 'self', 'document', 'globalThis', 'frames'])
const windowsAround = new Set(['top', 'parent'])

/** Whose location a node is; undefined: it is none. */
const locationOf = (node: AnyNode): Led | undefined => {
  if (node.type === 'Identifier') return node.name === 'location' ? 'frame' : undefined
  const member = memberOf(node)
  if (member?.name !== 'location') return undefined
  const owner = member.object.type === 'Identifier' ? member.object.name : (memberOf(member.object)?.name ?? '')
  if (windowsAround.has(owner)) return 'page'
  return ownWindow.has(owner) ? 'frame' : 'other'
}

/** The address that a node leads a window to: `location = …`, `location.href = …`, `location.assign(…)` or `location.replace(…)`. */
const led = (node: AnyNode): { readonly location: AnyNode; readonly address: AnyNode } | undefined => {
  if (node.type === 'AssignmentExpression' && node.operator === '=') {
    const member = memberOf(node.left)
    return { location: member?.name === 'href' ? member.object : node.left, address: node.right }
  }
  if (node.type !== 'CallExpression' || node.arguments.length !== 1) return undefined
  const [member, [address]] = [memberOf(node.callee), node.arguments]
  const leads = member?.name === 'assign' || member?.name === 'replace'
  return leads && address && address.type !== 'SpreadElement' ? { location: member.object, address } : undefined
}

/** The patterns of names that a node declares, without the values in them. */
const declaredBy = (node: AnyNode): readonly (AnyNode | null | undefined)[] => {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'ClassDeclaration':
      return [node.id]
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [node.id, ...node.params]
    case 'CatchClause':
      return [node.param]
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return [node.local]
    default:
      return []
  }
}

const declaresLocation = (node: AnyNode): boolean => {
  const patterns = [...declaredBy(node)]
  for (let pattern = patterns.pop(); patterns.length > 0 || pattern !== undefined; pattern = patterns.pop()) {
    if (pattern?.type === 'Identifier' && pattern.name === 'location') return true
    if (pattern?.type === 'ObjectPattern') patterns.push(...pattern.properties)
    else if (pattern?.type === 'ArrayPattern') patterns.push(...pattern.elements)
    else if (pattern?.type === 'Property') patterns.push(pattern.value)
    else if (pattern?.type === 'AssignmentPattern') patterns.push(pattern.left)
    else if (pattern?.type === 'RestElement') patterns.push(pattern.argument)
  }
  return false
}

/**
 * The addresses that a script gives a location, in their order, where the script can be parsed. A script that has a `location` of its own means
 * that by the plain name.
 */
export const ledLocations = (code: string, sourceType: Options['sourceType'] = 'script'): readonly LedLocation[] => {
  const found: (LedLocation & { readonly isPlain: boolean })[] = []
  let isDeclared = false
  const waiting = [parsedScript(code, sourceType)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of childrenOf(node)) waiting.push(child)
    isDeclared ||= declaresLocation(node)
    const { location, address } = led(node) ?? {}
    const of = location && locationOf(location)
    if (location && address && of)
      found.push({ from: address.start, to: address.end, of, isPlain: location.type === 'Identifier' })
  }
  return found
    .filter(({ isPlain }) => !(isPlain && isDeclared))
    .map(({ from, to, of }) => ({ from, to, of }))
    .toSorted((a, b) => a.from - b.from)
    .slice(0, mostLed)
}
