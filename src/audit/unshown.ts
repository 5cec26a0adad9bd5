/**
 * The places in the state of an aggregate that mean nothing to a reader of a campaign's history (AUDIT-2): hashes and names of stored files,
 * sealed values, attempts, and times that the entry already shows. `*` stands for any one name, `sealed*` for those
 * that begin so. They are places, not names: a creative, a column or a tag may have any name.
 */
const places: Readonly<Record<string, readonly string[]>> = {
  activation: ['attempts', 'snapshot'],
  approval: [
    'lastMails',
    'mailing',
    'request.updatedOn',
    'request.sealed*',
    'request.approvers.*.sealed*',
    'request.votes.*.at',
    'request.votes.*.sealed*',
  ],
  'asset-source': ['loads.*.at', 'loads.*.set.blob', 'loads.*.set.digest', 'loads.*.set.products'],
  creatives: ['creativesHash', 'hashes'],
  'dsp-export': ['current.attempts', 'current.snapshot', 'tags.*.creative.tagHash'],
  export: ['attempts', 'contentHash', 'zip', 'past.*.zip'],
}

type Place = readonly string[]

const isFor = (part: string | undefined, name: string): boolean =>
  part === name || (part?.endsWith('*') === true && name.startsWith(part.slice(0, -1)))

const without = (value: unknown, left: readonly Place[]): unknown => {
  if (typeof value !== 'object' || value === null || left.length === 0) return value
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const below = left.flatMap(([part, ...rest]) => (isFor(part, name) ? [rest] : []))
    return below.some(({ length }) => length === 0) ? [] : [[name, without(member, below)] as const]
  })
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept)
}

/** Takes out of the plain state of a stream of this category what the history of a campaign leaves out. */
export const withoutUnshown = (category: string): ((plain: unknown) => unknown) => {
  const left = (places[category] ?? []).map(place => place.split('.'))
  return plain => without(plain, left)
}
