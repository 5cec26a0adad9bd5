import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { decideCampaign } from '../../commands/campaigns/decide-campaign.ts'
import { approvalFromLog } from '../../src/lookups/ready-to-activate.ts'

/** What a command reads the log with, and how many streams it reads at one time at most. */
const watchedLog = (states: Readonly<Record<string, unknown>>) => {
  let [reading, most] = [0, 0]
  const load = async ({ category }: { readonly category: string }) => {
    most = Math.max(most, ++reading)
    await turn()
    reading--
    return { state: states[category], revision: 0 }
  }
  return { work: { load } as never, most: () => most }
}

test('a decision reads the campaign and its data signals at one time: tags wait for it', async () => {
  const campaign = { decisionGraph: { defaultCreativeMaster: 'parasol', rulePriority: null, segments: [] } }
  const { work, most } = watchedLog({ 'classic-campaign': { status: 'live', campaign }, 'data-signals': {} })
  const input = { params: { accountId: 'acme', campaignId: 1 }, body: {} } as never
  const decided = await decideCampaign.run(input, work, {} as never)
  assert.equal('right' in decided && 'body' in decided.right && decided.right.body.creativeMasters, ['parasol'])
  assert.is(most(), 2)
})

test('the status of an approval is of settings and a request that are read at one time', async () => {
  const { work, most } = watchedLog({ 'retail-settings': {}, approval: { request: undefined } })
  const campaign = { accountId: 'acme', retailCampaignIdx: 1 }
  await approvalFromLog(work, { campaign, contentHash: 'h' } as never)
  assert.is(most(), 2)
})

test.run()
