import * as E from 'fp-ts/lib/Either.js'
import { type DspPushToDo, pushedWith } from '../../../../projections/dsp/dsp-pushes-to-do.ts'
import { activation } from '../../../domain/activation/activation.ts'
import { type Activation, lastSnapshot } from '../../../domain/activation/state.ts'
import { dspConfigurations } from '../../../domain/dsp/configurations.ts'
import { type DspRun, dspRunGoesOn } from '../../../domain/dsp/export-run.ts'
import { campaignId } from '../../../domain/retail-campaigns/campaign-id.ts'
import { cut } from '../../../domain/shared/cut.ts'
import { because, count } from '../../../domain/shared/wording.ts'
import { startExport } from '../../../dsp/start-export.ts'
import { tagsOfSnapshot } from '../../../dsp/tags-of-campaign.ts'
import { AttemptFailed } from '../../../engine/react/attempt-failed.ts'
import type { Step } from '../../../engine/react/process.ts'
import { settled } from '../../../engine/react/settled.ts'
import { timeOf } from '../../../ports/clock.ts'

type PushStep = Step<DspPushToDo>

const idOf = ({ item: { accountId, retailCampaignIdx } }: PushStep) => campaignId(accountId, retailCampaignIdx)

/** The message of a run whose tags the DSP has, with what could not be rendered or is live with warnings: its review may take days. */
const published = (known: Activation, message: string): string => {
  const { examine, warnings } = known.status === 'NEW' ? {} : known
  return cut([message, examine, warnings].filter(part => part !== undefined).join(' '), 4000)
}

/** The DSP has the tags of the run. */
const publish = async (step: PushStep, has: string): Promise<void> => {
  const { item, work, ports } = step
  const message = published(item.activation, has)
  const command = { kind: 'Publish', run: item.activation.run, message, at: timeOf(ports) } as const
  settled(await work.execute(activation, idOf(step), command))
}

/** The tags of the run cannot be pushed. */
const fail = async (step: PushStep, message: string): Promise<void> => {
  const { item, work, ports } = step
  const command = { kind: 'FailPush', run: item.activation.run, message, at: timeOf(ports) } as const
  settled(await work.execute(activation, idOf(step), command))
}

const awaiting = 'The DSP reviews them.'

/** Starts the export of a run's tags. Throws while another export of the campaign runs; the item is tried again. */
export const startPush = async (step: PushStep): Promise<void> => {
  const { item, work, ports } = step
  const [configId, snapshot] = [pushedWith(item.activation), lastSnapshot(item.activation)]
  if (configId === undefined || snapshot === undefined) return
  const configuration = (await work.load(dspConfigurations, item.accountId)).state.get(configId)
  if (configuration === undefined) return fail(step, `DSP configuration ${configId} was deleted.`)
  const made = { snapshot, tags: await tagsOfSnapshot(snapshot, ports) }
  const started = await startExport(work, idOf(step), { configuration, made }, timeOf(ports))()
  if (E.isRight(started) && started.right.events.length === 0) {
    const { current } = started.right.state
    if (current === undefined || !dspRunGoesOn(current))
      return publish(step, `The DSP has ${count(made.tags.length, 'tag')} of the campaign already. ${awaiting}`)
    if (current.snapshot !== snapshot) throw new AttemptFailed('an earlier export of the campaign runs')
  }
  settled(started)
}

/** Records what came of the export of a run's tags. */
export const reportPush = async (run: DspRun, step: PushStep): Promise<void> => {
  if (run.status === 'failed') return fail(step, `The export to the DSP failed${because(run.reason)}`)
  if (run.status === 'cancelled') return fail(step, 'The export to the DSP was cancelled.')
  const { left, exported, failed, batchId } = run
  const lacking =
    failed === 0 ? '' : ` ${count(failed, 'tag')} could not be exported; queue ${batchId} has the reasons.`
  if (left + exported === 0) return fail(step, `The DSP has none of the tags.${lacking}`)
  return publish(step, `The DSP has ${count(left + exported, 'tag')} of the campaign.${lacking} ${awaiting}`)
}
