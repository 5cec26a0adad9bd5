import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import {
  answerConsent,
  authoriseAt,
  browserOf,
  confirmConsent,
  consentLinkOf,
  consentScreenOf,
  dataIn,
  dspEnvironment,
} from '../support/servers/dsp.ts'
import { whyNoFerretDb } from '../support/servers/ferretdb.ts'
import { freePort } from '../support/servers/free-port.ts'
import { skip } from '../support/servers/skip.ts'
import { startTokenServer, type TokenServer } from '../support/servers/token-server.ts'
import { account, provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { readingLog, type SharedStores, storesUnderTest } from './stores.ts'

type Context = { sandbox: RunningSandbox; tokens: TokenServer; stores: SharedStores; nodes: NodeProcess[] }

const configurations = `${account}/dsp-configurations`
const advertisers = `${configurations}/1001/advertisers`

/** Goes to the callback at a node; undefined when the node is gone. */
const receivedAt = async (node: NodeProcess, back: URL): Promise<number | undefined> => {
  const answered = await fetch(`${node.url}${back.pathname}${back.search}`, {
    redirect: 'manual',
    headers: browserOf(back),
  }).catch(() => undefined)
  return answered && dataIn(answered.headers.get('location') ?? '').status
}
const approvedAt = async (node: NodeProcess, partnerId = 1001): Promise<URL> =>
  answerConsent(await consentScreenOf(node, 'acme', partnerId), 'approve')
const typesOf = async ({ env }: SharedStores, partnerId: number): Promise<readonly string[]> => {
  const log = await readingLog(env)
  const events = await log.events()
  await log.close()
  return events.filter(({ stream }) => stream === `dsp-grant-acme:${partnerId}`).map(({ type }) => type)
}

for (const [where, open] of storesUnderTest) {
  const test = suite<Context>(`consent of the DSP on two nodes, ${where}`)
  /** The nodes are behind one address, which is registered at the DSP. */
  const start = async ({ stores, sandbox }: Context, more: Record<string, string> = {}) => {
    const own = { PUBLIC_URL: 'https://endcap.test', PORT: String(await freePort()) }
    return startNodeProcess({ ...stores.env, ...dspEnvironment(sandbox), ...own, ...more })
  }

  test.before(async context => {
    context.nodes = []
    context.stores = await open!()
    context.sandbox = await startDspSandbox()
    context.tokens = await startTokenServer()
    for (let i = 0; i < 2; i++) context.nodes.push(await start(context))
    await provision(context.nodes[0]!)
  })
  test.after(async ({ stores, nodes, sandbox, tokens }) => {
    await Promise.all(nodes.map(node => node.stop()))
    await sandbox?.stop()
    await tokens?.close()
    await stores?.close()
  })

  test('a consent asked for on one node is answered at the other, and serves both', async ({ nodes }) => {
    const [one, two] = nodes as [NodeProcess, NodeProcess]
    assert.is(await receivedAt(two, await approvedAt(one)), 200)
    for (const node of nodes) assert.is((await node.must('GET', advertisers)).advertisersList.length, 3)
  })

  test('a consent may be confirmed at another node than the one that asked and is answered', async context => {
    const [one, two] = context.nodes as [NodeProcess, NodeProcess]
    const screen = await confirmConsent(two, await consentLinkOf(one, 'acme'))
    assert.is(await receivedAt(one, await answerConsent(screen, 'approve')), 200)
  })

  test('of two nodes that get the same answer at once, one accepts it', async ({ nodes }) => {
    const [one, two] = nodes as [NodeProcess, NodeProcess]
    const back = await approvedAt(one)
    assert.equal((await Promise.all([receivedAt(one, back), receivedAt(two, back)])).sort(), [200, 422])
    for (const node of nodes) await node.must('GET', advertisers)
  })

  test('a consent that one node finds withdrawn is withdrawn on the other, until there is a new one', async context => {
    const [one, two] = context.nodes as [NodeProcess, NodeProcess]
    // lists are kept for a minute, and there is none yet of a new consent
    await authoriseAt(two, context.sandbox, 'acme')
    context.sandbox.grants.revoke()
    assert.is((await one.call('GET', advertisers)).json.status, 'FAILED')
    const arrived = context.sandbox.arrivals[0]
    assert.match((await two.call('GET', advertisers)).json.error, /^needs-authorisation: /)
    assert.is(context.sandbox.arrivals[0], arrived, 'the other node does not ask the DSP')
    await authoriseAt(two, context.sandbox, 'acme')
    for (const node of context.nodes) await node.must('GET', advertisers)
  })

  test('a node that is killed while it exchanges a code leaves nothing half done', async context => {
    const { nodes, tokens, stores } = context
    const killed = await start(context, { DSP_TOKEN_URL: tokens.url })
    nodes.push(killed)
    const back = await approvedAt(killed, 7)
    tokens.beSilent(true)
    const receiving = receivedAt(killed, back)
    await tokens.untilAsked(1)
    await killed.kill()
    assert.is(await receiving, undefined)
    assert.equal(await typesOf(stores, 7), ['DspConsentAsked', 'DspConsentAnswered'])
    tokens.beSilent(false)
    const next = await start(context, { DSP_TOKEN_URL: tokens.url })
    nodes.push(next)
    assert.is(await receivedAt(next, back), 422)
    assert.is(tokens.asked.length, 1, 'the code is not sent again')
    await next.must('POST', configurations, {
      dspPartnerId: 7,
      dspAdvertiserId: 1,
      dspAdvertiserName: 'One',
      configName: 'Seven',
    })
    const isAuthorised = async () => {
      const { configurations: listed } = (await next.call('GET', `${configurations}?filters=dspPartnerId(=)7`)).json
      return listed[0]?.authorised
    }
    await until(isAuthorised, is => is === false)
    assert.is(await receivedAt(next, await approvedAt(next, 7)), 200)
    await until(isAuthorised, is => is === true)
  })

  if (open) test.run()
  else skip(`consent of the DSP on two nodes, ${where}: no MONGODB_URL, and ${whyNoFerretDb()}`)
}
