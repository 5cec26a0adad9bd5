import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import type { ActivationEvent } from '../../src/domain/activation/events.ts'
import { campaignOfId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { type RetailCampaignEvent, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { never, untouched } from '../../src/domain/shared/claim.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** Running campaigns with an end date. */
export const EndingToDo = fields(
  { ...todoFields.required, accountId: t.string, retailCampaignIdx: t.number, running: t.boolean },
  { ...todoFields.optional, endDate: t.string },
)
export type EndingToDo = t.TypeOf<typeof EndingToDo>

/** The last day that dates can name: what people write for "no end". The day after it would be `+010000-01-01`, a text before all others. */
const lastDay = '9999-12-31'

/** The first moment after the last day of a campaign, in UTC (ACTIVATION-11). */
const dayAfter = (day: string): string =>
  day === lastDay ? never : new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString()

const runningAfter = (before: boolean, event: ActivationEvent): boolean => {
  switch (event.type) {
    case 'ActivationCompleted':
    case 'ActivationPushRequested':
      return true
    case 'CampaignEnded':
      return false
    case 'ActivationRequested':
    case 'ActivationProgressed':
    case 'ActivationAttemptFailed':
    case 'ActivationPublished':
    case 'ActivationReviewed':
    case 'ActivationFailed':
    case 'ActivationRetried':
      return before
  }
}

const endDateAfter = (before: string | undefined, event: RetailCampaignEvent): string | undefined => {
  switch (event.type) {
    case 'RetailCampaignCreated':
      return event.data.campaign.endDate
    case 'RetailCampaignUpdated': {
      const { endDate = before } = event.data.changes
      return endDate ?? undefined
    }
  }
}

const itemOf = (id: string, running: boolean, endDate: string | undefined): EndingToDo => ({
  ...todoOf(running && endDate !== undefined, untouched, endDate === undefined ? undefined : dayAfter(endDate)),
  ...campaignOfId(id),
  running,
  ...(endDate === undefined ? {} : { endDate }),
})

export const endingsToDo = todoList(
  projectionOn<EndingToDo>({ name: 'endings-to-do', version: 1, codec: EndingToDo, indexes: [['todo']] }, [
    on(activation, {
      evolve: (item, event, id) => itemOf(id, runningAfter(item?.running ?? false, event), item?.endDate),
    }),
    on(retailCampaign, {
      evolve: (item, event, id) => itemOf(id, item?.running ?? false, endDateAfter(item?.endDate, event)),
    }),
  ]),
)
