import type { CssNode, Declaration } from 'css-tree'
import type { BrandFont } from '../../../domain/templates/brand.ts'
import type { FontFinding } from '../../../domain/templates/brand-findings.ts'
import type { Use } from './selector-use.ts'

const generics: Readonly<Record<string, BrandFont['generic']>> = {
  'sans-serif': 'sans-serif',
  'ui-sans-serif': 'sans-serif',
  serif: 'serif',
  'ui-serif': 'serif',
  monospace: 'monospace',
  'ui-monospace': 'monospace',
  cursive: 'cursive',
}
/** No names of fonts: those of the system, of icons, and words of the language. */
const notFamilies =
  /^(?:inherit|initial|unset|revert|system-ui|ui-rounded|emoji|math|fantasy|-apple-system|BlinkMacSystemFont)$|emoji|icon|awesome/i

type Families = { readonly family?: string; readonly generic?: BrandFont['generic'] }

/** Names between commas; of the `font` shorthand only what follows the size. */
const namesIn = (value: CssNode, properties: ReadonlyMap<string, CssNode>, references = 8): readonly string[] => {
  if (value.type !== 'Value') return []
  const names: string[] = []
  let words: string[] = []
  const end = (): void => {
    if (words.length > 0) names.push(words.join(' '))
    words = []
  }
  for (const node of value.children.toArray()) {
    if (node.type === 'String') words.push(node.value)
    if (node.type === 'Identifier') words.push(node.name)
    if (node.type === 'Dimension' || node.type === 'Percentage' || node.type === 'Number') words = []
    if (node.type === 'Operator' && node.value === ',') end()
    if (node.type === 'Function' && node.name.toLowerCase() === 'var' && references > 0) {
      const first = node.children.first
      const referred = first?.type === 'Identifier' ? properties.get(first.name) : undefined
      if (referred) names.push(...namesIn(referred, properties, references - 1).slice(0, 10))
    }
    if (names.length > 20) break
  }
  end()
  return names
}

const familiesOf = (names: readonly string[]): Families => {
  const family = names.find(name => !(name.toLowerCase() in generics) && !notFamilies.test(name))
  const generic = names.map(name => generics[name.toLowerCase()]).find(found => found !== undefined)
  return { ...(family ? { family } : {}), ...(generic ? { generic } : {}) }
}

const weightOf = (declarations: readonly Declaration[]): number | undefined => {
  const value = declarations.findLast(({ property }) => property === 'font-weight')?.value
  const first = value?.type === 'Value' ? value.children.first : undefined
  if (first?.type === 'Number') return Number(first.value)
  if (first?.type === 'Identifier') return { bold: 700, bolder: 700, normal: 400 }[first.name.toLowerCase()]
  return undefined
}

/** The font that a rule sets, if it does. */
export const fontsOf = (
  declarations: readonly Declaration[],
  { count, isPage, isHeading }: Use,
  properties: ReadonlyMap<string, CssNode>,
): readonly FontFinding[] => {
  const value = declarations.findLast(({ property }) => /^font(?:-family)?$/i.test(property))?.value
  const { family, generic } = value ? familiesOf(namesIn(value, properties)) : {}
  if (family === undefined) return []
  const role = isHeading ? 'heading' : isPage ? 'body' : undefined
  const weight = weightOf(declarations) ?? (isHeading ? 700 : 400)
  return [
    {
      family,
      use: isPage ? 20 * count : count,
      weight: Number.isFinite(weight) ? weight : 400,
      ...(role ? { role } : {}),
      ...(generic ? { generic } : {}),
    },
  ]
}
