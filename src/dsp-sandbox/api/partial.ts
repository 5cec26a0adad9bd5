import { invalid } from './api-error.ts'

/** The members that an answer keeps; undefined: all of them. */
type Mask = { readonly [name: string]: Mask | undefined }

const deepest = 5

/** Splits at commas outside parentheses. */
const partsOf = (text: string): readonly string[] => {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  if (depth !== 0) throw invalid('fields is invalid.')
  return parts
}

const maskOf = (text: string, depth = 0): Mask => {
  const mask: { [name: string]: Mask | undefined } = Object.create(null)
  for (const part of partsOf(text)) {
    const [, name, below, within] = /^([A-Za-z]+)(?:\/(.+)|\((.+)\))?$/.exec(part.trim()) ?? []
    if (name === undefined || depth > deepest) throw invalid('fields is invalid.')
    const inner = below ?? within
    mask[name] = inner === undefined ? undefined : maskOf(inner, depth + 1)
  }
  return mask
}

const kept = (value: unknown, mask: Mask | undefined): unknown => {
  if (mask === undefined) return value
  if (Array.isArray(value)) return value.map(item => kept(item, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name in mask ? [[name, kept(inner, mask[name])]] : [])),
  )
}

/**
 * The part of an answer that the parameter `fields` asks for, such as `creatives(creativeId,reviewStatus/approvalStatus)`.
 * https://developers.google.com/display-video/api/guides/best-practices/performance
 */
export const partial = (answer: object, fields: string | undefined): unknown =>
  fields === undefined || fields === '*' ? answer : kept(answer, maskOf(fields.slice(0, 2_000)))
