import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { LabelEvent } from './events.ts'

/** Maximum labels of an asset source (SOURCE-2). */
export const mostLabels = 50

export type LabelCommand = {
  readonly kind: 'AddLabel' | 'RemoveLabel'
  readonly label: string
  readonly at: string
}
export type Labels = readonly string[]

const tooMany = rejection('invalid-request', `The asset source has ${mostLabels} labels, which is the most.`, {
  errors: [{ pointer: '/label', code: 'too-many', detail: `an asset source has at most ${mostLabels} labels` }],
})

/** The labels after an event; shared by the aggregate and the read model. */
export const evolveLabels = (labels: Labels, { type, data: { label } }: LabelEvent): Labels =>
  type === 'AssetSourceLabelled' ? [...labels, label] : labels.filter(one => one !== label)

/** The labels of an asset source of any type; its stream is `source-labels-<account>:<assetSourceId>`. */
export const assetSourceLabels: Aggregate<LabelCommand, Labels, LabelEvent> = {
  category: 'source-labels',
  subject: 'account',
  events: LabelEvent,
  initialState: [],
  evolve: evolveLabels,
  decide({ kind, label, at }, labels) {
    const has = labels.includes(label)
    if (kind === 'RemoveLabel') return E.right(has ? [{ type: 'AssetSourceUnlabelled', data: { label, at } }] : [])
    if (has) return E.right([])
    return labels.length < mostLabels
      ? E.right([{ type: 'AssetSourceLabelled', data: { label, at } }])
      : E.left(tooMany)
  },
}
