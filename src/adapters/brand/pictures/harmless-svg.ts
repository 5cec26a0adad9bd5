import { type SaxesAttributeNS, SaxesParser } from 'saxes'

const mostBytes = 200_000
const mostElements = 1_000
/** Of `width`, `height` and `viewBox`: the library complains about larger ones on the output of the node. */
const sizes = new Set(['width', 'height', 'viewBox'])
const mostDigits = 5
/** Shapes and their colors: what can neither load, run, repeat nor filter anything. */
const elements = new Set([
  'svg',
  'g',
  'defs',
  'title',
  'desc',
  'metadata',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'text',
  'tspan',
  'style',
])
/** Other namespaces, as drawing programs add them, draw nothing. A prefix says nothing: it may stand for that of SVG. */
const isForeign = (uri: string): boolean => uri !== '' && uri !== 'http://www.w3.org/2000/svg'
/**
 * In attributes and styles: references other than to the own gradients and clips, dashes, of which a short text makes millions, and escapes,
 * by which each of these can be written otherwise.
 */
const refused = /url\((?!\s?['"]?#)|@import|dasharray|filter|mask|marker|javascript:|expression|\bimage\b|[&\\]/i

const hasMoreDigits = (value = ''): boolean =>
  value.split(/[\s,]+/).some(n => n.split('.', 1)[0]!.length > mostDigits || /e/i.test(n.replace(/em$/, '')))

/** Of those of other namespaces only links are refused: nothing reads the rest, such as a path of Windows that an editor noted. */
const isHarmful = ({ name, uri, value }: Pick<SaxesAttributeNS, 'name' | 'uri' | 'value'>): boolean =>
  !name.startsWith('xmlns') && (/^on|href$/i.test(name) || (!isForeign(uri) && refused.test(`${name}:${value}`)))

/**
 * Whether an SVG only draws shapes: no scripts, pictures, external addresses, entities, repetition or filters, and few elements. Others are not even drawn,
 * since the library that draws them cannot be stopped.
 */
export const isHarmlessSvg = (svg: string): boolean => {
  if (svg.length > mostBytes || /<!DOCTYPE|<!ENTITY/i.test(svg)) return false
  const parser = new SaxesParser({ xmlns: true })
  let isHarmless = true
  let count = 0
  const refuse = (): void => {
    isHarmless = false
  }
  parser.on('error', refuse)
  parser.on('processinginstruction', ({ target }) => {
    if (/stylesheet/i.test(target)) refuse()
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    count++
    if (count > mostElements || !(elements.has(local) || isForeign(uri))) refuse()
    for (const attribute of Object.values(attributes)) {
      const { name, value } = attribute
      if (isHarmful(attribute)) refuse()
      if (sizes.has(name) && hasMoreDigits(value)) refuse()
    }
  })
  parser.on('text', text => {
    if (refused.test(text)) refuse()
  })
  parser.on('cdata', refuse)
  parser.write(svg).close()
  return isHarmless && count > 0
}
