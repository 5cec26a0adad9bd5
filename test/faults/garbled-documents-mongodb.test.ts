import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedRow } from '../../src/adapters/read-models/mongodb/documents.ts'
import { endcap } from '../support/programs/endcap.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { type FerretDb, hasFerretDb, startFerretDb, whyNoFerretDb } from '../support/servers/ferretdb.ts'
import { skip } from '../support/servers/skip.ts'
import { account, provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { alarmed, assertUnavailable, newCampaign, readiness, ready, settled, verified } from './assertions.ts'

type Context = { server: FerretDb; env: Record<string, string>; node: NodeProcess }
const test = suite<Context>('documents in MongoDB that are not JSON any more')

test.before(async context => {
  context.server = await startFerretDb()
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-garbled-'))
  context.env = { DATA_DIR: dataDir, MONGODB_URL: new URL('/endcap', context.server.url).href }
  context.node = await startNodeProcess(context.env)
  await provision(context.node)
  for (const name of ['One', 'Two', 'Three']) assert.is((await newCampaign(context.node, name)).status, 200)
  await settled(context.node)
})
test.after(async ({ env, node, server }) => {
  await node.kill()
  await server.close()
  await rm(env.DATA_DIR!, { recursive: true })
})

/**
 * Changes a document's text, as a user of MongoDB can, and starts the node again: it keeps what it read until the view moves, and what it
 * wrote while it feeds (ADR 0110).
 */
const write = async (context: Context, view: string, _id: string, change: (json: string) => string) => {
  const { env, node } = context
  const client = new MongoClient(env.MONGODB_URL!)
  try {
    const feed = await client.db().collection<FeedRow>('feeds').findOne()
    const [, row] = Object.entries(feed!.views).find(([key]) => key.startsWith(`${view}%2F`))!
    const documents = client.db().collection<{ _id: string; json: string }>(row.collection)
    const { json } = (await documents.findOne({ _id }))!
    await documents.updateOne({ _id }, { $set: { json: change(json) } })
  } finally {
    await client.close()
  }
  await node.stop()
  context.node = await startNodeProcess(env)
  await ready(context.node)
}
const garble = (context: Context, view: string, id: string) => write(context, view, id, json => json.slice(3))
/** Asserts that `endcap status` knows from the node which view stopped, and why; `endcap jobs` works beside it. */
const assertInStatus = async ({ env, node }: Context) => {
  const { code, status } = await until(
    async () => {
      const { code, out, err } = await endcap(['status', '--json'], env)
      assert.is(err, '')
      return { code, status: JSON.parse(out) }
    },
    ({ status }) => status.views.some(({ state }: { state: string }) => state === 'stopped'),
  )
  assert.is(code, 1)
  const [stopped, ...others] = status.views.filter(({ state }: { state: string }) => state === 'stopped')
  assert.equal([stopped.name, others], ['retail-campaigns', []])
  assert.match(stopped.reason, 'run endcap rebuild retail-campaigns')
  assert.is(status.nodes[0].worker, node.worker)
  const jobs = await endcap(['jobs', '--state', 'failed'], env)
  assert.equal([jobs.code, jobs.out, jobs.err], [3, '', 'No jobs match.\n'])
}
const campaigns = `${account}/retail-campaigns`
const rebuilt = async ({ env, node }: Context) => {
  const { code, err } = await endcap(['rebuild', 'retail-campaigns'], env)
  assert.is(code, 0, err)
  await ready(node)
  await settled(node)
  await verified(env)
}

test('reads are refused, /readyz names the view, and a rebuild repairs it without a restart', async context => {
  await garble(context, 'retail-campaigns', 'acme:2')
  const { node } = context
  for (const path of [`${campaigns}/2`, campaigns]) assertUnavailable(await node.call('GET', path), /read models/)
  const { status, json } = await readiness(node)
  assert.is(status, 503)
  assert.match(json.details.away.join(), /^view retail-campaigns: .*; run endcap rebuild retail-campaigns$/)
  assert.is((await node.call('GET', `${campaigns}/3`)).status, 200)
  await rebuilt(context)
  // on a busy machine the server may need longer for an answer than a read waits
  const repaired = await until(
    () => node.call('GET', `${campaigns}/2`),
    ({ status }) => status === 200,
  )
  assert.is(repaired.json.retailCampaignName, 'Two')
})

test('a change stops the view only, until it is rebuilt', async context => {
  await garble(context, 'retail-campaigns', 'acme:2')
  const { node } = context
  assert.is((await node.call('PUT', `${campaigns}/2`, { ctaText: 'Buy' })).status, 200)
  assert.is((await node.call('PUT', account, { name: 'Renamed', orgId: 'org1' })).status, 200)
  assert.is((await node.call('GET', account)).json.name, 'Renamed')
  assert.equal((await readiness(node)).json.details.failedViews, [
    {
      name: 'retail-campaigns',
      reason: 'a document of the view retail-campaigns cannot be read; run endcap rebuild retail-campaigns',
    },
  ])
  await assertInStatus(context)
  await rebuilt(context)
  assert.is((await node.call('GET', `${campaigns}/2`)).json.ctaText, 'Buy')
  assert.is((await node.call('PUT', `${campaigns}/2`, { ctaText: 'Look' })).status, 200)
  await settled(node)
  assert.is((await node.call('GET', `${campaigns}/2`)).json.ctaText, 'Look')
})

test('a key that was widened in MongoDB is refused, and a rebuild gives back what was issued', async context => {
  const { env } = context
  const { keyId, apiKey: key } = await context.node.must('POST', `${account}/api-keys`, {
    owner: 'Reports',
    permissions: ['Campaigns_View'],
  })
  assert.is((await context.node.call('GET', campaigns, undefined, { key })).status, 200)
  await write(context, 'api-keys', keyId, json =>
    json.replace('"accounts":["acme"]', '"accounts":["acme","other"]').replace('Campaigns_View', 'Account_Admin'),
  )
  const { node } = context
  const issuesElsewhere = () =>
    node.call('POST', '/v2/accounts/other/api-keys', { owner: 'Me', permissions: ['Account_Admin'] }, { key })
  const refused = await issuesElsewhere()
  assert.equal([refused.status, refused.json.code], [401, 'key-invalid'])
  const [alarm, ...others] = await alarmed(node, 0, 1)
  assert.equal([alarm?.keyId, others], [keyId, []])
  assert.match(String(alarm?.msg), /run endcap verify, then endcap rebuild api-keys$/)
  assert.is((await endcap(['verify'], env)).code, 1)
  assert.is((await endcap(['rebuild', 'api-keys'], env)).code, 0)
  await until(
    () => node.call('GET', campaigns, undefined, { key }),
    ({ status }) => status === 200,
  )
  assert.is((await issuesElsewhere()).json.code, 'permission-missing')
  await verified(env)
})

if (hasFerretDb()) test.run()
else skip(`documents in MongoDB that are not JSON any more: ${whyNoFerretDb()}`)
