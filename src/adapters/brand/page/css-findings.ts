import { type CssNode, type Declaration, generate, walk } from 'css-tree'
import type { ColorFinding, ColorRole, FontFinding } from '../../../domain/templates/brand-findings.ts'
import { cssColor } from './css-color.ts'
import { fontsOf } from './css-fonts.ts'
import type { StyleRule } from './css-rules.ts'
import { type Use, useOf } from './selector-use.ts'

const most = { colors: 2_000, fonts: 300, properties: 5_000, valueLength: 2_000, references: 8 }

/** How much of what is seen has the color of a property. */
const factors: Readonly<Record<string, number>> = {
  'background-color': 2,
  background: 2,
  color: 1,
  fill: 1,
  'border-color': 0.3,
  border: 0.3,
  'border-top': 0.3,
  'border-bottom': 0.3,
  'outline-color': 0.1,
}
const pageFactor = 5
const actionFactor = 3
/** A named custom property is a decision of the brand. */
const propertyWeight = 4

const colorFunctions = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)$/i

const roleOfProperty = (name: string): ColorRole | undefined => {
  if (/on-|contrast|hover|focus|error|danger|warning|success|info/i.test(name)) return undefined
  if (/primary|brand|main(?!-text)/i.test(name)) return 'primary'
  if (/secondary/i.test(name)) return 'secondary'
  if (/accent|highlight|cta/i.test(name)) return 'accent'
  if (/background|\bbg\b|paper|surface/i.test(name)) return 'background'
  return /(?:^|-)(?:text|ink|foreground|fg|body-color)(?:$|-)/i.test(name) ? 'text' : undefined
}

const textOfNode = (node: CssNode): string => {
  const text = generate(node)
  return text.length > most.valueLength ? '' : text
}

/** Custom properties by name, the last definition of each, as the cascade has it for most pages. */
const propertiesIn = (rules: readonly StyleRule[]): ReadonlyMap<string, CssNode> => {
  const properties = new Map<string, CssNode>()
  for (const { declarations } of rules)
    for (const { property, value } of declarations)
      if (property.startsWith('--') && (properties.has(property) || properties.size < most.properties))
        properties.set(property, value)
  return properties
}

/** The name in `var(--name)`. */
const nameOfVar = (node: CssNode): string | undefined => {
  if (node.type !== 'Function' || node.name.toLowerCase() !== 'var') return undefined
  const first = node.children.first
  return first?.type === 'Identifier' ? first.name : undefined
}

/** The colors of a value; what `var()` refers to is looked up, at most eight times. */
const colorsOf = (value: CssNode, properties: ReadonlyMap<string, CssNode>): readonly string[] => {
  const found: string[] = []
  const budget = { references: most.references }
  const collect = (node: CssNode): void =>
    walk(node, {
      enter(this: { readonly skip: symbol }, part: CssNode) {
        const name = nameOfVar(part)
        if (name !== undefined) {
          const referred = properties.get(name)
          if (referred && budget.references-- > 0) collect(referred)
          return this.skip
        }
        const isFunction = part.type === 'Function' && colorFunctions.test(part.name)
        const isColor = part.type === 'Hash' || part.type === 'Identifier' || isFunction
        const color = isColor ? cssColor(textOfNode(part)) : undefined
        if (color !== undefined && found.length < 20) found.push(color)
        return isFunction ? this.skip : undefined
      },
    })
  collect(value)
  return found
}

const hintOf = (property: string, { isPage, isAction }: Use): ColorRole | undefined => {
  const isBackground = property.startsWith('background')
  if (isPage && isBackground) return 'background'
  if (isPage && property === 'color') return 'text'
  return isAction && isBackground ? 'accent' : undefined
}

const colorsOfDeclaration = (
  { property, value }: Declaration,
  use: Use,
  properties: ReadonlyMap<string, CssNode>,
): readonly ColorFinding[] => {
  if (property.startsWith('--')) {
    const hint = roleOfProperty(property)
    const [hex, ...others] = colorsOf(value, properties)
    return hex && hint && others.length === 0 ? [{ hex, weight: propertyWeight, hint }] : []
  }
  const factor = factors[property.toLowerCase()]
  if (factor === undefined) return []
  const isBackground = property.startsWith('background')
  const area = isBackground && use.isPage ? pageFactor : isBackground && use.isAction ? actionFactor : 1
  const hint = hintOf(property, use)
  const weight = factor * area * use.count
  return colorsOf(value, properties).map(hex => ({ hex, weight, ...(hint ? { hint } : {}) }))
}

/** Colors and fonts of the styles of a page, by the weight of their use on it. */
export const cssFindings = (
  rules: readonly StyleRule[],
  counts: ReadonlyMap<string, number>,
): { readonly colors: readonly ColorFinding[]; readonly fonts: readonly FontFinding[] } => {
  const properties = propertiesIn(rules)
  const colors: ColorFinding[] = []
  const fonts: FontFinding[] = []
  for (const { selectors, declarations } of rules) {
    const use = useOf(selectors, counts)
    for (const declaration of declarations)
      if (colors.length < most.colors) colors.push(...colorsOfDeclaration(declaration, use, properties))
    if (fonts.length < most.fonts) fonts.push(...fontsOf(declarations, use, properties))
  }
  return { colors, fonts }
}
