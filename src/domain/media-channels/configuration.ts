import type { AdditionalConfiguration } from './channel.ts'

type Json = unknown
type JsonObject = Readonly<Record<string, Json>>

/** Stands in answers and events where a secret is. */
export const mask = '********'
/** Most bytes of a channel's settings as JSON (decision 35). */
export const maxConfigurationBytes = 65_536
/** Most secrets of a channel's settings. */
export const maxSecrets = 100

const secretName = /(?:key|secret|token|password)$/i
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const pointer = (path: string, name: string | number): string =>
  `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** A member whose name ends in key, secret, token or password, any case, at any depth (decision 35). */
export type FoundSecret = { readonly pointer: string; readonly value: Json }

/**
 * Parts settings into what may be shown and their secrets, by JSON pointer. null is no secret: it takes one away. Whatever
 * else stands under such a name is one secret as a whole.
 */
export const partSecrets = (values: JsonObject): { readonly masked: JsonObject; readonly found: FoundSecret[] } => {
  const found: FoundSecret[] = []
  const walk = (value: Json, path: string): Json => {
    if (Array.isArray(value)) return value.map((item, i) => walk(item, pointer(path, i)))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const at = pointer(path, name)
        if (!secretName.test(name) || member === null) return [name, walk(member, at)]
        found.push({ pointer: at, value: member })
        return [name, mask]
      }),
    )
  }
  return { masked: walk(values, '') as JsonObject, found }
}

/** A change laid over settings as RFC 7396 says: objects merge, null takes a member away, anything else replaces it. */
export const merged = (before: Json, change: Json): Json => {
  if (!isObject(change)) return change
  const base = isObject(before) ? before : {}
  const members = new Map(Object.entries(base))
  for (const [name, value] of Object.entries(change)) {
    if (value === null) members.delete(name)
    else members.set(name, merged(members.get(name), value))
  }
  return Object.fromEntries(members)
}

/** Settings after a change whose secrets are masked; `secrets` holds the ids of those that the change names. */
export const changedConfiguration = (
  before: AdditionalConfiguration | undefined,
  change: AdditionalConfiguration,
): AdditionalConfiguration => {
  const values = merged(before?.values ?? {}, change.values) as JsonObject
  const ids = { ...before?.secrets, ...change.secrets }
  // what was taken away or replaced by something else takes its secrets along
  const there = new Set(partSecrets(values).found.map(secret => secret.pointer))
  return { values, secrets: Object.fromEntries(Object.entries(ids).filter(([at]) => there.has(at))) }
}
