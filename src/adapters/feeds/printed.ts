import { cut } from '../../domain/shared/cut.ts'

const controls = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
const escaped = (character: string): string => {
  const quoted = JSON.stringify(character).slice(1, -1)
  return quoted === character ? `\\u{${character.codePointAt(0)!.toString(16)}}` : quoted
}

/** JSON of a value; its text may not be made by the value itself, which can throw anything. */
const asJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return typeof value
  }
}

/**
 * What custom code threw or logged, as a text of at most `max` characters: texts and numbers as they are, all else as JSON;
 * control characters are visible. Never throws.
 */
export const printed = (value: unknown, max: number): string => {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? `${value}` : asJson(value)
  return cut(cut(text, max).replace(controls, escaped), max)
}
