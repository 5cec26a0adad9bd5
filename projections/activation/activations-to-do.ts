import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { evolveActivation } from '../../src/domain/activation/evolve.ts'
import { Activation, isPushing, notActivated } from '../../src/domain/activation/state.ts'
import { campaignOfId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Activations that are in progress. */
export const ActivationToDo = fields(
  { ...todoFields.required, accountId: t.string, retailCampaignIdx: t.number, activation: Activation },
  todoFields.optional,
)
export type ActivationToDo = t.TypeOf<typeof ActivationToDo>

export const activationsToDo = todoList(
  projectionOf(activation, {
    name: 'activations-to-do',
    version: 1,
    codec: ActivationToDo,
    indexes: [['todo']],
    evolve: (item, event, id) => {
      const state = evolveActivation(item?.activation ?? notActivated, event)
      return {
        ...todoOf(state.status === 'IN_PROGRESS' && !isPushing(state), state.attempts),
        ...campaignOfId(id),
        activation: state,
      }
    },
  }),
  item => item.activation.status === 'FAILED',
)
