import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endingsToDo } from '../../../projections/activation/endings-to-do.ts'
import { type ActivationCommand, activation } from '../../../src/domain/activation/activation.ts'
import { retailCampaign } from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import { endings } from '../../../src/processes/activation/endings.ts'
import { campaign } from '../../support/examples/campaign.ts'
import { comesTrue, memoryNodes, settles } from '../../support/memory/node.ts'

test.before.each(() => mock.timers.enable({ apis: ['setInterval'] }))
test.after.each(() => mock.timers.reset())

/** A campaign that runs until the end of the current day of the nodes' clock. */
const running = async () => {
  const nodes = memoryNodes()
  const at = nodes.clock.now().toISOString()
  const value = campaign({ endDate: at.slice(0, 10) })
  await nodes.does(retailCampaign, 'acme:12', { kind: 'CreateRetailCampaign', campaign: value, at })
  const activate: ActivationCommand = {
    kind: 'Activate',
    creatives: 1,
    approval: 'Approved',
    contentHash: 'c',
    trackerTypes: [],
    at,
  }
  await nodes.does(activation, 'acme:12', activate)
  const done = {
    kind: 'Complete',
    attempt: 1,
    status: 'ACTIVE',
    message: '',
    snapshot: 's',
    bytes: 50,
    contentHash: 'c',
    at,
  } as const
  await nodes.does(activation, 'acme:12', done)
  return nodes
}
const statusIn = async (nodes: Awaited<ReturnType<typeof running>>) =>
  (await nodes.work().load(activation, 'acme:12')).state.status

test('a campaign ends by itself at the end of its last day, once even with several nodes (ACTIVATION-11)', async () => {
  const nodes = await running()
  for (const worker of ['one', 'two']) nodes.start([endings], worker)
  nodes.clock.pass(12 * 3_600_000 - 1)
  nodes.look()
  await settles()
  assert.is(await statusIn(nodes), 'ACTIVE')
  nodes.clock.pass(1)
  nodes.look()
  await comesTrue(() => nodes.types().includes('CampaignEnded'), 'the campaign ended')
  await settles()
  assert.is(nodes.types().filter(t => t === 'CampaignEnded').length, 1)
  assert.equal(nodes.log.events.at(-1)?.metadata.actor, 'process:endings')
  await nodes.stop()
})

test('a campaign with a later end date keeps running', async () => {
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

test('a to-do list that lags behind a later end date ends no campaign', async () => {
  const nodes = await running()
  const { readModels } = nodes
  const listed = await readModels.get(endingsToDo, 'acme:12')
  const at = nodes.clock.now().toISOString()
  await nodes.does(retailCampaign, 'acme:12', { kind: 'UpdateRetailCampaign', changes: { endDate: '2030-01-01' }, at })
  readModels.put(endingsToDo, 'acme:12', JSON.parse(listed?.json ?? ''))
  const waited: bigint[] = []
  readModels.waitFor = position => {
    waited.push(position)
    return new Promise(resolve => setImmediate(resolve, false))
  }
  nodes.start([endings], 'one')
  nodes.clock.pass(86_400_000)
  nodes.look()
  await comesTrue(() => waited.length > 0, 'the list is waited for')
  await settles()
  assert.is(await statusIn(nodes), 'ACTIVE')
  assert.is(waited[0], await nodes.log.head())
  await nodes.stop()
})

test('an ending that keeps failing is retried with growing pauses', async () => {
  const nodes = await running()
  nodes.clock.pass(86_400_000)
  nodes.log.away(true)
  nodes.start([endings], 'one')
  const failures = () => nodes.problems.filter(p => /could not be ended/.test(p.message)).length
  for (const [n, pause] of [1, 5, 15, 60, 300, 300].entries()) {
    await comesTrue(() => failures() === n + 1, `failure ${n + 1}`)
    nodes.clock.pass(pause * 1_000 - 1)
    nodes.look()
    await settles()
    assert.is(failures(), n + 1, `nothing before ${pause} s`)
    nodes.clock.pass(1)
    nodes.look()
  }
  await comesTrue(() => failures() === 7, 'failure 7')
  nodes.log.away(false)
  nodes.clock.pass(300_000)
  nodes.look()
  await comesTrue(() => nodes.types().includes('CampaignEnded'), 'the campaign ended')
  await nodes.stop()
})

test('while the log is unavailable, ending a campaign is retried after a second', async () => {
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
  await comesTrue(() => nodes.types().includes('CampaignEnded'), 'the campaign ended')
  await nodes.stop()
})

test.run()
