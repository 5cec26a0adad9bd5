import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { dspExport } from '../../src/domain/dsp/export.ts'
import type { DspExportEvent } from '../../src/domain/dsp/export-events.ts'
import { type Recorded, recorded } from '../../src/domain/dsp/known-tags.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/**
 * What was recorded about a tag with a configuration (DSP-27); the id is `<configId>:<tagId>`. Configurations of one advertiser share
 * creatives, so readers merge their documents.
 */
export const DspCreativeView = fields({ configId: integer(1), tagId: t.string }, recorded)
export type DspCreativeView = t.TypeOf<typeof DspCreativeView>

type OfTag = Extract<DspExportEvent, { readonly data: { readonly tagId: string } }>
const isOfTag = (event: DspExportEvent): event is OfTag => 'tagId' in event.data

const gone = 'Its creative was archived or deleted at the DSP.'

const evolved = (before: Recorded, event: OfTag): Recorded => {
  const { batchId } = event.data
  switch (event.type) {
    case 'DspTagExported': {
      const { creativeId, tagHash, at } = event.data
      return { creative: { creativeId, tagHash, state: 'active', at } }
    }
    case 'DspTagFailed': {
      const { code, reason, at } = event.data
      return { ...before, failure: { code, reason, batchId, at } }
    }
    case 'DspTagArchived': {
      const { creativeId, at } = event.data
      return { creative: { creativeId, tagHash: '', state: 'archived', at } }
    }
    case 'DspTagMissing': {
      const { creativeId, adUnitGone, at } = event.data
      return {
        ...(creativeId === undefined ? {} : { creative: { creativeId, tagHash: '', state: 'archived', at } }),
        ...(adUnitGone ? {} : { failure: { code: 'missing', reason: gone, batchId, at } }),
      }
    }
    case 'DspTagNotArchived':
    case 'DspCreativeReviewed':
    case 'DspTwinArchived':
      return before
  }
}

export const dspCreatives = projectionOf(dspExport, {
  name: 'dsp-creatives',
  version: 1,
  codec: DspCreativeView,
  indexes: [['configId']],
  idOf: event => (isOfTag(event) ? `${event.data.configId}:${event.data.tagId}` : undefined),
  evolve: (view, event) => {
    if (!isOfTag(event)) return view
    const { configId, tagId } = event.data
    const { creative, failure } = view ?? {}
    const before = { ...(creative === undefined ? {} : { creative }), ...(failure === undefined ? {} : { failure }) }
    return { configId, tagId, ...evolved(before, event) }
  },
})
