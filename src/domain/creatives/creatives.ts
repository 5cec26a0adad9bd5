import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../shared/decider.ts'
import { type AddCreatives, addCreatives } from './add-creatives.ts'
import { type CopyCreatives, copyCreatives } from './copy-creatives.ts'
import { type DeleteCreative, deleteCreative } from './delete-creative.ts'
import { CreativesEvent } from './events.ts'
import { type SaveCreative, saveCreative } from './save-creative.ts'
import { creativesSnapshots } from './snapshots.ts'
import { type CreativesState, evolveCreatives, noCreatives } from './state.ts'

export type { CopyCreatives } from './copy-creatives.ts'

export type CreativesCommand = SaveCreative | CopyCreatives | AddCreatives | DeleteCreative

/** All creatives of one campaign (ARCH-13), in one stream `creatives-<account>:<retailCampaignIdx>` so that a save is one append. */
export const creatives: Aggregate<CreativesCommand, CreativesState, CreativesEvent> = {
  category: 'creatives',
  subject: 'campaign',
  events: CreativesEvent,
  snapshots: creativesSnapshots,
  initialState: noCreatives,
  evolve: evolveCreatives,
  decide(command, state) {
    switch (command.kind) {
      case 'SaveCreative':
        return saveCreative(command, state)
      case 'AddCreatives':
        return addCreatives(command, state)
      case 'CopyCreatives':
        return E.right(copyCreatives(command, state))
      case 'DeleteCreative':
        return deleteCreative(command, state)
    }
  },
}
