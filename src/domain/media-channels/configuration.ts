import type { AdditionalConfiguration } from './channel.ts'

type Json = unknown
type JsonObject = Readonly<Record<string, Json>>

/** Replaces secrets in responses and events. */
export const mask = '********'
/** Maximum bytes of a channel's settings as JSON (CHANNEL-5). */
export const maxConfigurationBytes = 65_536
/** Maximum number of secrets in a channel's settings. */
export const maxSecrets = 100

const secretName = /(?:key|secret|token|password)$/i
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const pointer = (path: string, name: string | number): string =>
  `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Secrets are members whose names end in key, secret, token or password, in any case and at any depth (CHANNEL-5). */
export type FoundSecret = { readonly pointer: string; readonly value: Json }

/**
 * Separates settings from their secrets, by JSON pointer. null is not a secret: it removes one. Any other value under such
 * a name, even an object, is one secret.
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

/** Applies a JSON Merge Patch (RFC 7396): objects merge, null removes a member, anything else replaces it. */
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

/** The settings after a change with masked secrets; `secrets` holds the ids of the secrets in the change. */
export const changedConfiguration = (
  before: AdditionalConfiguration | undefined,
  change: AdditionalConfiguration,
): AdditionalConfiguration => {
  const values = merged(before?.values ?? {}, change.values) as JsonObject
  const ids = { ...before?.secrets, ...change.secrets }
  // secrets of removed or replaced members are removed too
  const there = new Set(partSecrets(values).found.map(secret => secret.pointer))
  return { values, secrets: Object.fromEntries(Object.entries(ids).filter(([at]) => there.has(at))) }
}
