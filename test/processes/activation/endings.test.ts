import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type ActivationCommand, activation } from '../../../src/domain/activation/activation.ts'
import { retailCampaign } from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import { endings } from '../../../src/processes/activation/endings.ts'
import { campaign } from '../../support/examples/campaign.ts'
import { comesTrue, memoryNodes, settles } from '../../support/memory/node.ts'

test.before.each(() => mock.timers.enable({ apis: ['setInterval'] }))
test.after.each(() => mock.timers.reset())

/** A campaign that runs until the end of the day of the nodes' clock. */
const running = async () => {
  const nodes = memoryNodes()
  const at = nodes.clock.now().toISOString()
  const made = campaign({ endDate: at.slice(0, 10) })
  await nodes.does(retailCampaign, 'acme:12', { kind: 'CreateRetailCampaign', campaign: made, at })
  const asked: ActivationCommand = {
    kind: 'Activate',
    creatives: 1,
    approved: true,
    contentHash: 'c',
    trackerTypes: [],
    at,
  }
  await nodes.does(activation, 'acme:12', asked)
  await nodes.does(activation, 'acme:12', { kind: 'StartAttempt', worker: 'w', attempt: 1, at })
  const done = {
    kind: 'Complete',
    attempt: 1,
    status: 'ACTIVE',
    message: '',
    snapshot: 's',
    contentHash: 'c',
    at,
  } as const
  await nodes.does(activation, 'acme:12', done)
  return nodes
}
const statusIn = async (nodes: Awaited<ReturnType<typeof running>>) =>
  (await nodes.work().load(activation, 'acme:12')).state.status

test('a campaign runs to the last moment of its last day, then ends by itself, once on many nodes (decision 18)', async () => {
  const nodes = await running()
  for (const worker of ['one', 'two']) nodes.start([endings], worker)
  nodes.clock.pass(12 * 3_600_000 - 1)
  nodes.look()
  await settles()
  assert.is(await statusIn(nodes), 'ACTIVE')
  nodes.clock.pass(1)
  nodes.look()
  await comesTrue(() => nodes.types().includes('CampaignEnded'), 'it ended')
  await settles()
  assert.is(nodes.types().filter(t => t === 'CampaignEnded').length, 1)
  assert.equal(nodes.log.events.at(-1)?.metadata.actor, 'process:endings')
  await nodes.stop()
})

test('a last day that was moved in time keeps it running', async () => {
  const nodes = await running()
  nodes.start([endings], 'one')
  const at = nodes.clock.now().toISOString()
  await nodes.does(retailCampaign, 'acme:12', { kind: 'UpdateRetailCampaign', changes: { endDate: '2030-01-01' }, at })
  nodes.clock.pass(86_400_000)
  nodes.look()
  await settles()
  assert.is(await statusIn(nodes), 'ACTIVE')
  await nodes.stop()
})

test('while the log is away the end is tried again each second, not all the time', async () => {
  const nodes = await running()
  nodes.clock.pass(86_400_000)
  nodes.log.away(true)
  nodes.start([endings], 'one')
  const failures = () => nodes.problems.filter(p => /could not be ended/.test(p.message)).length
  await comesTrue(() => failures() === 1, 'it was tried')
  await settles()
  assert.is(failures(), 1)
  nodes.log.away(false)
  nodes.clock.pass(1_000)
  mock.timers.tick(1_000)
  await comesTrue(() => nodes.types().includes('CampaignEnded'), 'it ended')
  await nodes.stop()
})

test.run()
