import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import type { CreativesEvent } from '../../src/domain/creatives/events.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Library paths that had no file when saves of a campaign's creatives named them: those of a few saves (ADR 0151). */
export const MissingFiles = fields({ campaignKey: t.string, paths: t.array(t.string) })

/** Revisions whose paths are in one document: it is written anew for each of them, and each is read for the content hash. */
const together = 8

const named = ({ type, data }: CreativesEvent): readonly string[] =>
  type === 'CreativeSaved' ? (data.missing ?? []) : []

export const missingFiles = projectionOf(creatives, {
  name: 'missing-files',
  version: 1,
  codec: MissingFiles,
  indexes: [['campaignKey']],
  idOf(event, stream) {
    if (named(event).length === 0) return undefined
    // padded, so that the paths are read in the order in which they were named: most are sorted, and the hash needs them sorted
    return `${stream}:${String(Math.floor(event.revision / together)).padStart(8, '0')}`
  },
  evolve: (kept, event, stream) => ({ campaignKey: stream, paths: [...(kept?.paths ?? []), ...named(event)] }),
})
