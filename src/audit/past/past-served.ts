import * as E from 'fp-ts/lib/Either.js'
import { activation } from '../../domain/activation/activation.ts'
import { streamOf } from '../../domain/shared/decider.ts'
import { decodedBy } from '../../engine/write/known-events.ts'
import type { PastWork } from './past-work.ts'

/**
 * What the ads of a campaign showed at a moment: the content that an activation had put into service (ACTIVATION-10), which stays while it is
 * edited and when a later run fails. The campaign as it was at `requestedAt` has this content.
 */
export type PastServed = {
  readonly run: number
  readonly requestedAt: string
  readonly since: string
  readonly contentHash: string
  /** The file that has it. */
  readonly snapshot: string
}

/** What the ads of a campaign showed; null before the first completed activation, and once the campaign has ended. */
export const pastServed = async (work: PastWork, id: string): Promise<PastServed | null> => {
  let asked = { run: 0, requestedAt: '' }
  let served: PastServed | null = null
  for await (const page of work.pages(streamOf(activation, id)))
    for (const recorded of page) {
      const decoded = decodedBy(activation, recorded)
      if (E.isLeft(decoded)) continue
      const event = decoded.right
      if (event.type === 'ActivationRequested') asked = { run: event.data.run, requestedAt: event.data.at }
      if (event.type === 'CampaignEnded') served = null
      if (event.type !== 'ActivationCompleted' && event.type !== 'ActivationPushRequested') continue
      const { at: since, contentHash, snapshot } = event.data
      served = { ...asked, since, contentHash, snapshot }
    }
  return served
}
