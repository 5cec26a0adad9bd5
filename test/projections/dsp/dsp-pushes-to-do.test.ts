import { suite } from 'uvu'
import { dspPushesToDo } from '../../../projections/dsp/dsp-pushes-to-do.ts'
import type { ActivationEvent } from '../../../src/domain/activation/events.ts'
import type { DspExportEvent } from '../../../src/domain/dsp/export-events.ts'
import {
  activationPublished,
  activationPushRequested,
  activationRequested,
  activationReviewed,
  activationStarted,
  campaignEnded,
  pushingChannel,
} from '../../support/examples/activation.ts'
import {
  dspExportCancelled,
  dspExportCompleted,
  dspExportStarted,
  dspReviewAsked,
} from '../../support/examples/dsp-exports.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const test = suite('campaigns whose tags are pushed to the DSP')
const snapshot = 'sha'
const pushing: readonly ActivationEvent[] = [
  activationRequested({ channel: pushingChannel }),
  activationStarted(),
  activationPushRequested({ snapshot }),
]
const exporting = (run = 1) => dspExportStarted({ run, snapshot })
const at = '2026-05-01T10:00:00.000Z'

type Part = readonly ActivationEvent[] | { readonly dsp: readonly DspExportEvent[] }
/** Events of the activation and of the export, in this order. */
const after = (...parts: readonly Part[]) => {
  const revisions = { activation: 0, dsp: 0 }
  return givenEvents(dspPushesToDo)(
    ...parts.flatMap(part => {
      const [name, events] = 'dsp' in part ? (['dsp', part.dsp] as const) : (['activation', part] as const)
      const from = revisions[name]
      revisions[name] += events.length
      return inStream(name === 'dsp' ? 'dsp-export-acme:12' : 'activation-acme:12', events, from)
    }),
  )
}

test('campaigns on other channels are not in the list', () =>
  after([activationRequested(), activationStarted()], { dsp: [exporting()] }).then({}))

test('an export is to be started once everything was made, and to be reported when it ends', () => {
  after(pushing.slice(0, 2)).thenIn('acme:12', { todo: 'done' })
  after(pushing).thenIn('acme:12', { todo: 'open', accountId: 'acme', retailCampaignIdx: 12 })
  after(pushing, { dsp: [exporting()] }).thenIn('acme:12', { todo: 'done' })
  after(pushing, { dsp: [exporting(), dspExportCompleted()] }).thenIn('acme:12', { todo: 'open' })
})

test('an export of other tags, or with another configuration, is not that of the activation', () => {
  for (const other of [dspExportStarted({ snapshot: 'other' }), dspExportStarted({ snapshot, configId: 8 })])
    after(pushing, { dsp: [other] }).thenIn('acme:12', { todo: 'open' })
})

test('an export that had ended before counts for nothing; one that ran already counts', () => {
  const before = [...pushing.slice(0, 2), activationPushRequested({ snapshot: 'older' })]
  const again = [activationRequested({ run: 2, channel: pushingChannel }), activationPushRequested({ snapshot })]
  after(before, { dsp: [exporting(), dspExportCancelled()] }, again).thenIn('acme:12', { todo: 'done', after: 0 })
  after(before, { dsp: [exporting(), dspExportCompleted()] }, again).thenIn('acme:12', { todo: 'open', after: 1 })
  after(before, { dsp: [exporting()] }, again).thenIn('acme:12', { todo: 'done', after: 0 })
})

test('a PUBLISHED campaign is due at once, then at growing distances, until the DSP has decided', () => {
  const published = [...pushing, activationPublished({ at })]
  after(published).thenIn('acme:12', { todo: 'open', notBefore: at, asked: 0 })
  after(pushing, { dsp: [exporting(), dspExportCompleted()] }, [activationPublished({ at })], {
    dsp: [dspReviewAsked({ at }), dspReviewAsked({ at: '2026-05-01T10:01:00.000Z' })],
  }).thenIn('acme:12', { todo: 'open', asked: 2, notBefore: '2026-05-01T10:03:00.000Z' })
  for (const end of [activationReviewed(), campaignEnded()])
    after([...published, end]).thenIn('acme:12', { todo: 'done' })
})

test.run()
