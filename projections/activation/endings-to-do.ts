import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import type { ActivationEvent } from '../../src/domain/activation/events.ts'
import { type RetailCampaignEvent, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { untouched } from '../../src/domain/shared/claim.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { campaignKey, isOf } from '../../src/engine/read/streams.ts'

/** Campaigns that run and have an end date. */
export const EndingToDo = fields(
  { ...todoFields.required, accountId: t.string, retailCampaignIdx: t.number, running: t.boolean },
  { ...todoFields.optional, endDate: t.string },
)
export type EndingToDo = t.TypeOf<typeof EndingToDo>

const categories = [activation.category, retailCampaign.category]
const idOf = (stream: string) => stream.slice((categories.find(c => stream.startsWith(`${c}-`)) ?? '').length + 1)

/** The first moment after the last day of a campaign, in UTC (decision 29). */
const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString()

const runningAfter = (before: boolean, event: ActivationEvent): boolean => {
  if (event.type === 'ActivationCompleted') return true
  return event.type === 'CampaignEnded' ? false : before
}

const endDateAfter = (before: string | undefined, event: RetailCampaignEvent): string | undefined =>
  event.type === 'RetailCampaignCreated' ? event.data.campaign.endDate : (event.data.changes.endDate ?? before)

export const endingsToDo = todoList<EndingToDo>({
  name: 'endings-to-do',
  version: 1,
  codec: EndingToDo,
  indexes: [['todo']],
  categories,
  idOf: event => (categories.some(c => isOf(c, event)) ? idOf(event.stream) : undefined),
  evolve: (item, event) => {
    const ofActivation = isOf(activation.category, event)
    const running = ofActivation
      ? runningAfter(item?.running ?? false, event as unknown as ActivationEvent)
      : (item?.running ?? false)
    const endDate = ofActivation ? item?.endDate : endDateAfter(item?.endDate, event as unknown as RetailCampaignEvent)
    const isOpen = running && endDate !== undefined
    return {
      ...todoOf(isOpen, untouched, endDate === undefined ? undefined : dayAfter(endDate)),
      ...campaignKey(idOf(event.stream)),
      running,
      ...(endDate === undefined ? {} : { endDate }),
    }
  },
})
