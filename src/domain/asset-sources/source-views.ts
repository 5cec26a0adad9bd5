import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import type { Aggregate } from '../shared/decider.ts'
import { SourceViewsEvent } from './recommendation-events.ts'
import { RowSet } from './row-set.ts'

/** Bytes of a file of view events, packed or not, and its lines (HTTP-20). */
export const mostViewBytes = 100 * 1_048_576
export const mostUnpackedViewBytes = 1024 ** 3
export const mostViews = 5_000_000
/** Characters of a cookie, and of the key of a viewed product. */
export const mostViewText = 1_024
export const mostGroupText = 255

/** The columns of stored view events. `visitor` is a number that stands for a cookie. */
export const viewColumns = ['visitor', 'cookieGroup', 'key'] as const

/** The view events of an asset source's products, and the files that were replaced but not deleted yet. */
export const SourceViews = fields({ replaced: t.array(t.string) }, { set: RowSet })
export type SourceViews = t.TypeOf<typeof SourceViews>

type Uploaded = Extract<SourceViewsEvent, { type: 'AssetSourceViewsUploaded' }>['data']

export type SourceViewsCommand =
  | ({ readonly kind: 'ReplaceViews' } & Uploaded)
  /** The blob was deleted. */
  | { readonly kind: 'DropViews'; readonly blob: string; readonly at: string }

/** The view events after an event; shared by the aggregate and the to-do list. */
export const evolveViews = ({ set, replaced }: SourceViews, event: SourceViewsEvent): SourceViews => {
  switch (event.type) {
    case 'AssetSourceViewsUploaded':
      return { set: event.data.set, replaced: set ? [...replaced, set.blob] : replaced }
    case 'AssetSourceViewsDropped':
      return { ...(set ? { set } : {}), replaced: replaced.filter(blob => blob !== event.data.blob) }
  }
}

/** The view events of an asset source's products; its stream is `source-views-<account>:<assetSourceId>`. */
export const sourceViews: Aggregate<SourceViewsCommand, SourceViews, SourceViewsEvent> = {
  category: 'source-views',
  subject: 'account',
  events: SourceViewsEvent,
  initialState: { replaced: [] },
  evolve: evolveViews,
  decide(command, { set, replaced }) {
    switch (command.kind) {
      case 'ReplaceViews': {
        const { kind: _, ...data } = command
        return E.right(set?.blob === data.set.blob ? [] : [{ type: 'AssetSourceViewsUploaded', data }])
      }
      case 'DropViews': {
        const { kind: _, ...data } = command
        return E.right(replaced.includes(data.blob) ? [{ type: 'AssetSourceViewsDropped', data }] : [])
      }
    }
  },
}
