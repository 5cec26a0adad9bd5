import { test } from 'uvu'
import type { ActivationEvent } from '../../../src/domain/activation/events.ts'
import { evolveActivation } from '../../../src/domain/activation/evolve.ts'
import { type Activation, notActivated } from '../../../src/domain/activation/state.ts'
import { activationProcess } from '../../../src/processes/activation/activation.ts'
import { endings } from '../../../src/processes/activation/endings.ts'
import {
  activationAttemptFailed,
  activationCompleted,
  activationRequested,
  activationStarted,
  campaignEnded,
} from '../../support/examples/activation.ts'
import { campaignCreated } from '../../support/examples/campaign.ts'
import { given } from '../../support/given/process.ts'
import { inStream } from '../../support/given/projection.ts'

const at = '2026-05-01T10:00:00.000Z'
const requested = [activationRequested({ assetGenerationType: 'video' })]
const live = [activationRequested(), activationStarted(), activationCompleted()]
const ofActivation = (events: readonly ActivationEvent[]) => inStream('activation-acme:12', events)
const run = (...events: readonly ActivationEvent[]) => given(activationProcess)(...ofActivation(events))
/** The action of a worker after these events. */
const goLive = (events: readonly ActivationEvent[]) => {
  const start: Activation = notActivated
  const activation = events.reduce(evolveActivation, start)
  if (activation.status !== 'IN_PROGRESS') throw new Error(`the status is ${activation.status}`)
  return { do: 'go-live', activation } as const
}

test('a run goes live with the requested assets', () =>
  run(...requested)
    .at(at)
    .thenActions({ ...goLive(requested), assets: 'mp4' }))

test('after a failed attempt the next attempt goes live once the pause is over', async () => {
  const failed = [activationRequested(), activationStarted(), activationAttemptFailed()]
  await run(...failed)
    .at('2026-05-01T10:00:04.999Z')
    .thenNothing()
  await run(...failed)
    .at('2026-05-01T10:00:05.000Z')
    .thenActions(goLive(failed))
})

test('a finished run needs no action', async () => {
  await run(...live)
    .at(at)
    .thenNothing()
  await run(...live, activationRequested({ run: 2 }), campaignEnded())
    .at(at)
    .thenNothing()
})

test('a running campaign is ended after its last day (ACTIVATION-3)', async () => {
  const campaign = given(endings)(
    ...inStream('retail-campaign-acme:12', [campaignCreated({ endDate: '2026-05-31' })]),
    ...ofActivation(live),
  )
  await campaign.at('2026-05-31T23:59:59.999Z').thenNothing()
  await campaign.at('2026-06-01T00:00:00.000Z').thenActions({ do: 'end-campaign', id: 'acme:12' })
})

test.run()
