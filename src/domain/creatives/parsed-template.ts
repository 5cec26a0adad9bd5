import { LRUCache } from 'lru-cache'
import Mustache from 'mustache'
import type { Tokens } from './bounded-writer.ts'

/** A parsed template takes up to 20 bytes for each of its characters. */
const bytesPerCharacter = 24
const parsed = new LRUCache<string, Tokens>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (_, template) => 1024 + template.length * bytesPerCharacter,
})

/** The tokens of a template. The last ones are kept, up to 32 MiB. Throws if the template is not valid Mustache. */
export const parsedTemplate = (template: string): Tokens => {
  const kept = parsed.get(template)
  if (kept) return kept
  // a new parser each time, because a parser keeps every template for ever
  const tokens: Tokens = new Mustache.Writer().parse(template)
  parsed.set(template, tokens)
  return tokens
}
