import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { oneOf } from '../../codec/text.ts'
import type { DspRun } from './export-run.ts'

/** The newest creative that was recorded of a tag. `tagHash`: of the tag that it was sent with, empty if not known. */
const Creative = fields({ creativeId: t.string, tagHash: t.string, state: oneOf('active', 'archived'), at: t.string })
/** Why the DSP does not have the current tag, as far as that was recorded; `batchId`: of the run that it belongs to. */
const Failure = fields({ code: t.string, reason: t.string, batchId: t.string, at: t.string })

/** What was recorded about a tag (DSP-27): with one configuration, or with all of an advertiser. */
export const recorded = { creative: Creative, failure: Failure }
export type Recorded = {
  readonly creative?: t.TypeOf<typeof Creative>
  readonly failure?: t.TypeOf<typeof Failure>
}
export type KnownTag = Recorded & { readonly tagId: string }

const newer = <A extends { readonly at: string }>(one: A | undefined, other: A | undefined): A | undefined =>
  one === undefined || (other !== undefined && other.at > one.at) ? other : one

/** What is known about a tag after what was recorded with two configurations: of each the newest; a later creative ends a failure. */
const merged = (one: KnownTag, other: KnownTag): KnownTag => {
  const creative = newer(one.creative, other.creative)
  const failure = newer(one.failure, other.failure)
  const isOver = failure !== undefined && creative !== undefined && creative.at > failure.at
  return {
    tagId: one.tagId,
    ...(creative === undefined ? {} : { creative }),
    ...(failure === undefined || isOver ? {} : { failure }),
  }
}

/** Adds what was recorded about a tag with one configuration. */
export const addTag = (known: Map<string, KnownTag>, tag: KnownTag): void => {
  const before = known.get(tag.tagId)
  known.set(tag.tagId, before === undefined ? tag : merged(before, tag))
}

/** A failure of a run before the newest one does not count when that has finished: its tag has gone from the campaign. */
export const withoutOldFailure = (tag: KnownTag, newest: Pick<DspRun, 'status' | 'batchId'>): KnownTag => {
  const { failure, ...rest } = tag
  const isOld = newest.status === 'finished' && failure?.batchId !== newest.batchId
  return isOld ? rest : tag
}
