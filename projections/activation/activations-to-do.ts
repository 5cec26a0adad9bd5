import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import type { ActivationEvent } from '../../src/domain/activation/events.ts'
import { Activation, evolveActivation, notActivated } from '../../src/domain/activation/state.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { campaignKey, isOf, streamId } from '../../src/engine/read/streams.ts'

/** Activations that are in progress. */
export const ActivationToDo = fields(
  { ...todoFields.required, accountId: t.string, retailCampaignIdx: t.number, activation: Activation },
  todoFields.optional,
)
export type ActivationToDo = t.TypeOf<typeof ActivationToDo>

export const activationsToDo = todoList<ActivationToDo>({
  name: 'activations-to-do',
  version: 1,
  codec: ActivationToDo,
  indexes: [['todo']],
  categories: [activation.category],
  idOf: event => (isOf(activation.category, event) ? streamId(activation.category, event) : undefined),
  evolve: (item, event) => {
    const state = evolveActivation(item?.activation ?? notActivated, event as unknown as ActivationEvent)
    return {
      ...todoOf(state.status === 'IN_PROGRESS', state.attempts),
      ...campaignKey(streamId(activation.category, event)),
      activation: state,
    }
  },
})
