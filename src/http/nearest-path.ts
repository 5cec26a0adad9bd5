import { lettersApart } from '../domain/shared/nearest.ts'

const isParameter = (segment: string): boolean => segment.startsWith('{')

/** A parameter fits any text, so that a word that nearly fits is the better guess. */
const parameter = 3

/** How many letters of the fixed words differ; undefined if more than two do in one of them, or a parameter is empty. */
const apart = (sent: readonly string[], template: readonly string[]): number | undefined => {
  if (sent.length !== template.length) return undefined
  let sum = 0
  for (const [at, known] of template.entries()) {
    const letters = isParameter(known) ? (sent[at] === '' ? undefined : parameter) : lettersApart(sent[at] ?? '', known)
    if (letters === undefined) return undefined
    sum += letters
  }
  return sum
}

/** In place of a parameter that is missing at the end: no fixed word is near it. */
const missing = '-'.repeat(9)

/** The ways to read a path, the likeliest first: as it was sent, with `/v2` or without it (HTTP-2), and with a parameter at its end. */
const readings = (sent: readonly string[]): readonly (readonly string[])[] => {
  const [, first = '', ...rest] = sent
  return [sent, ['', 'v2', first, ...rest], ...(first === 'v2' ? [['', ...rest]] : []), [...sent, missing]]
}

/** Finds the template that a path without an operation was probably meant for; the cost grows with the templates, not with the path. */
export const nearestPath = (templates: readonly string[]): ((path: string) => string | undefined) => {
  const known = templates.map(template => ({ template, segments: template.split('/') }))
  const longest = Math.max(0, ...known.map(({ segments }) => segments.length))
  return path => {
    const sent = path.split('/', longest + 1)
    const nearest = (reading: readonly string[]): string | undefined => {
      const near = known.flatMap(({ template, segments }) => {
        const letters = apart(reading, segments)
        return letters === undefined ? [] : [{ template, letters }]
      })
      return near.sort((a, b) => a.letters - b.letters)[0]?.template
    }
    return readings(sent)
      .map(nearest)
      .find(template => template !== undefined)
  }
}
