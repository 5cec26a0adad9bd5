/** About as many characters as a value has as JSON, without writing it: strings, names of members, and little for the rest. */
export const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  // the data of an event of others that is no JSON
  if (ArrayBuffer.isView(value)) return value.byteLength
  let size = 2
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item)
  else for (const name in value) size += name.length + sizeOf((value as Readonly<Record<string, unknown>>)[name])
  return size
}
