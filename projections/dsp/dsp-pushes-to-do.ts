import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import type { ActivationEvent } from '../../src/domain/activation/events.ts'
import { evolveActivation } from '../../src/domain/activation/evolve.ts'
import { Activation, isPushing, notActivated } from '../../src/domain/activation/state.ts'
import { dspExport } from '../../src/domain/dsp/export.ts'
import type { DspExportEvent } from '../../src/domain/dsp/export-events.ts'
import { DspRun, dspRunGoesOn, evolveDspRun } from '../../src/domain/dsp/export-run.ts'
import { nextQuestion } from '../../src/domain/dsp/reviews.ts'
import { campaignOfId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { untouched } from '../../src/domain/shared/claim.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** Campaigns whose tags are being pushed to the DSP, or reviewed there (ACTIVATION-13). */
export const DspPushToDo = fields(
  {
    ...todoFields.required,
    accountId: t.string,
    retailCampaignIdx: t.number,
    activation: Activation,
    /** Exports after this run are of the activation. */
    after: integer(0),
    /** How often the DSP was asked for reviews. */
    asked: integer(0),
  },
  { ...todoFields.optional, export: DspRun, publishedAt: t.string, due: t.string },
)
export type DspPushToDo = t.TypeOf<typeof DspPushToDo>

type Known = Omit<DspPushToDo, 'todo' | 'attempt' | 'claim' | 'notBefore' | 'cause'>

/** The configuration that the tags of an activation are pushed with; undefined if they are not. */
export const pushedWith = (state: Activation): number | undefined =>
  state.status === 'NEW' ? undefined : state.channel?.dspConfigId

/** The export of the activation that is being pushed; undefined if it was not started. */
export const exportOfPush = ({ activation: state, export: run, after }: Known): DspRun | undefined =>
  run !== undefined && run.run > after && run.configId === pushedWith(state) && run.snapshot === snapshotOf(state)
    ? run
    : undefined

const snapshotOf = (state: Activation): string | undefined => (state.status === 'NEW' ? undefined : state.snapshot)

const isOpen = (known: Known): boolean => {
  if (known.activation.status === 'PUBLISHED') return true
  const run = exportOfPush(known)
  return isPushing(known.activation) && (run === undefined || !dspRunGoesOn(run))
}

const itemOf = (known: Known): DspPushToDo => {
  const { accountId, retailCampaignIdx, activation: state, after, asked, export: run, publishedAt, due } = known
  return {
    ...todoOf(isOpen(known), untouched, state.status === 'PUBLISHED' ? due : undefined),
    ...{ accountId, retailCampaignIdx, activation: state, after, asked },
    ...(run === undefined ? {} : { export: run }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(due === undefined ? {} : { due }),
  }
}

/** Only campaigns on channels that push are in the list. */
const pushes = (event: ActivationEvent): boolean =>
  event.type === 'ActivationRequested' && event.data.channel?.dspConfigId !== undefined

const activated = (item: DspPushToDo | undefined, event: ActivationEvent, id: string): DspPushToDo | undefined => {
  if (item === undefined && !pushes(event)) return undefined
  const before = item ?? { ...campaignOfId(id), activation: notActivated, after: 0, asked: 0 }
  const known = { ...before, activation: evolveActivation(before.activation, event) }
  if (event.type === 'ActivationPublished')
    return itemOf({ ...known, asked: 0, publishedAt: event.data.at, due: event.data.at })
  if (event.type !== 'ActivationPushRequested') return itemOf(known)
  const run = item?.export
  // one that runs already may have the same snapshot
  const after = run === undefined ? 0 : dspRunGoesOn(run) ? run.run - 1 : run.run
  return itemOf({ ...known, after })
}

const exported = (item: DspPushToDo, event: DspExportEvent): DspPushToDo => {
  const run = evolveDspRun(item.export, event)
  const known: Known = run === undefined ? item : { ...item, export: run }
  if (event.type !== 'DspReviewAsked') return itemOf(known)
  const asked = item.asked + 1
  return itemOf({ ...known, asked, due: nextQuestion(asked, event.data.at) })
}

export const dspPushesToDo = todoList(
  projectionOn<DspPushToDo>({ name: 'dsp-pushes-to-do', version: 1, codec: DspPushToDo, indexes: [['todo']] }, [
    on(activation, { evolve: (item, event, id) => activated(item, event, id) }),
    on(dspExport, { evolve: (item, event) => item && exported(item, event) }),
  ]),
)
