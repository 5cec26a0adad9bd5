import * as assert from 'uvu/assert'
import type { Service } from './service.ts'

type Item = Readonly<Record<string, unknown>>

/** A list with these filters, each in a parameter of its own, so that their commas are data. */
export const filtered = (service: Service, path: string, ...filters: readonly string[]) => {
  const query = [...filters, ''].map(filter => `filters=${encodeURIComponent(filter)}`).join('&')
  return service.must('GET', `${path}?limit=500&${query}`)
}

/**
 * Filters a list by each field of its items whose value is a text, a number or a boolean, and expects exactly the items that show the
 * value (HTTP-14). `unlike`: fields whose value differs from read to read, or is shown masked. Returns the names of the fields.
 */
export const filteredByEachField = async (
  service: Service,
  path: string,
  items: string,
  unlike: readonly string[] = [],
): Promise<readonly string[]> => {
  const all: readonly Item[] = (await service.must('GET', `${path}?limit=500`))[items]
  const values = new Map<string, unknown>()
  for (const item of all)
    for (const [name, value] of Object.entries(item))
      if (value !== null && typeof value !== 'object' && !unlike.includes(name)) values.set(name, value)
  for (const [name, value] of values) {
    const shown = (list: readonly Item[]) => list.filter(item => item[name] === value)
    const found = await filtered(service, path, `${name}=${value}`)
    assert.equal(found[items], shown(all), `${name}=${value}`)
    if ('count' in found) assert.is(found.count, shown(all).length, name)
  }
  return [...values.keys()]
}
