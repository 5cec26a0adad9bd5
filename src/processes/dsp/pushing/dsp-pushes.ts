import { type DspPushToDo, dspPushesToDo, exportOfPush } from '../../../../projections/dsp/dsp-pushes-to-do.ts'
import { isPushing } from '../../../domain/activation/state.ts'
import { type DspRun, dspRunGoesOn } from '../../../domain/dsp/export-run.ts'
import { unleased } from '../../../engine/react/leased.ts'
import { process, type Step } from '../../../engine/react/process.ts'
import { askForReviews } from './ask-for-reviews.ts'
import { reportPush, startPush } from './push-tags.ts'

export type DspPushAction =
  | { readonly do: 'start-export' }
  | { readonly do: 'report-export'; readonly run: DspRun }
  /** `due`: since when the question about reviews is due. */
  | { readonly do: 'ask-for-reviews'; readonly due: string }

const nextActions = (item: DspPushToDo): readonly DspPushAction[] => {
  if (item.activation.status === 'PUBLISHED')
    return item.due === undefined ? [] : [{ do: 'ask-for-reviews', due: item.due }]
  if (!isPushing(item.activation)) return []
  const run = exportOfPush(item)
  if (run === undefined) return [{ do: 'start-export' }]
  return dspRunGoesOn(run) ? [] : [{ do: 'report-export', run }]
}

const perform = async (action: DspPushAction, step: Step<DspPushToDo>): Promise<void> => {
  switch (action.do) {
    case 'start-export':
      return startPush(step)
    case 'report-export':
      return reportPush(action.run, step)
    case 'ask-for-reviews':
      return askForReviews(action.due, step)
  }
}

/** Pushes the tags of activations to the DSP, and carries its reviews back (ACTIVATION-13). */
export const dspPushes = process({
  name: 'dsp-pushes',
  todo: dspPushesToDo,
  concurrency: 2,
  claim: unleased<DspPushToDo>({
    onFail: ({ item: { accountId, retailCampaignIdx }, ports }, reason) =>
      ports.logger.warn(
        { accountId, retailCampaignIdx, reason },
        'tags of a campaign could not be pushed to the DSP yet',
      ),
  }),
  nextActions,
  perform,
})
