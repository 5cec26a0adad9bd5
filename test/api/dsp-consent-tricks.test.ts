import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { readingLog } from '../nodes/stores.ts'
import {
  addresses,
  callback,
  type Genuine,
  hostHeaders,
  nowhereTricks,
  pairs,
  queryOf,
  refusedTricks,
  type Sent,
  strangerTricks,
  type Trick,
} from '../support/examples/dsp-tricks.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import {
  answerConsent,
  browserOf,
  confirmConsent,
  consentScreenOf,
  dataIn,
  dspEnvironment,
  dspRedirectUrl,
} from '../support/servers/dsp.ts'
import { adminKey, provision } from '../support/service/service.ts'

/** Tricks on the address to which a person returns, and on the answer of the DSP (DSP-19). */
type Given = {
  sandbox: RunningSandbox
  node: NodeProcess
  log: Awaited<ReturnType<typeof readingLog>>
  dataDir: string
}
const test = suite<Given>('tricks on the callback of the DSP')

test.before(async given => {
  given.dataDir = await mkdtemp(join(tmpdir(), 'endcap-tricks-'))
  given.sandbox = await startDspSandbox()
  given.node = await startNodeProcess({ DATA_DIR: given.dataDir, ...dspEnvironment(given.sandbox) })
  await provision(given.node)
  given.log = await readingLog({ DATA_DIR: given.dataDir })
})
test.after(async ({ node, sandbox, log, dataDir }) => {
  await log?.close()
  await node?.stop()
  await sandbox?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Answer = {
  readonly status: number
  readonly location: string | undefined
  /** Everything that was answered. */
  readonly text: string
}

/** Sends a request as it is: fetch would correct the path, and set Host. */
const send = ({ node }: Given, { method = 'GET', path, headers = {} }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(node.url)
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, response => {
      let body = ''
      response.on('data', chunk => {
        body += chunk
      })
      response.on('end', () => {
        const { statusCode: status = 0, rawHeaders } = response
        resolve({ status, location: response.headers.location, text: `${rawHeaders.join('\n')}\n${body}` })
      })
    })
    asked.on('error', reject)
    asked.end()
  })

const genuineAnswer = async ({ node }: Given): Promise<Genuine> => {
  const back = await answerConsent(await consentScreenOf(node, 'acme'), 'approve')
  const of = (name: string) => back.searchParams.get(name) ?? ''
  return { state: of('state'), code: of('code'), iss: of('iss'), ...browserOf(back) }
}

/** Sends a request from the browser in which the consent was confirmed. */
const sendBack = (given: Given, { cookie }: Genuine, { headers, ...sent }: Sent) =>
  send(given, { ...sent, headers: { ...headers, cookie } })

/** The types of the events of the DSP, without those that only ask. */
const outcomes = async ({ log }: Given): Promise<readonly string[]> =>
  (await log.events()).filter(({ type }) => /^Dsp(?!ConsentAsked|ConsentAnswered)/.test(type)).map(({ type }) => type)

/** Sends a trick after a genuine approval: what it was answered, and the outcomes that were recorded. */
const tried = async (given: Given, [, sentFor]: Trick) => {
  const before = (await outcomes(given)).length
  const genuine = await genuineAnswer(given)
  const answer = await sendBack(given, genuine, sentFor(genuine))
  return { genuine, answer, recorded: (await outcomes(given)).slice(before) }
}

/** The address that was configured, with data of ours, and nothing that was sent. */
const leadsHome = ({ status, location = '', text }: Answer, genuine: Genuine, partnerId: string, name: string) => {
  assert.is(status, 302, name)
  assert.ok(location.startsWith(`${dspRedirectUrl}?data=`), `${name}: ${location}`)
  const url = new URL(location)
  assert.equal([[...url.searchParams.keys()], url.hash], [['data'], ''], name)
  const { partnerId: shown, status: result, message, ...more } = dataIn(location)
  assert.equal([shown, result, more], [partnerId, 422, {}], name)
  assert.match(message, /^[A-Z][A-Za-z0-9 ,:;.]+$/, name)
  showsNothing(text, genuine, name)
}
/** The ids and secrets that Endcap drew at random, of 22 or 43 letters: now and then one of them holds a word of four. */
const drawn = /(?<![\w-])(?:[\w-]{22}|[\w-]{43})(?![\w-])/g
const showsNothing = (text: string, { state, code }: Genuine, name: string) => {
  assert.not.match(text.replace(drawn, ''), /evil|еvil/i, name)
  assert.not.ok(text.includes(state) || text.includes(code), name)
}

test('tricks on an answer whose account is known: refused, with one event in its audit', async given => {
  for (const trick of refusedTricks) {
    const { answer, genuine, recorded } = await tried(given, trick)
    leadsHome(answer, genuine, '1001', trick[0])
    assert.equal(recorded, ['DspConsentRefused'], trick[0])
  }
})

test('after a trick the genuine answer is a reuse', async given => {
  const { genuine } = await tried(given, refusedTricks[0]!)
  const { location } = await sendBack(given, genuine, { path: callback(pairs(genuine)) })
  assert.match(dataIn(location ?? '').message, /answered already/)
})

test('tricks on the state: refused, with one event that no account sees', async given => {
  for (const trick of strangerTricks) {
    const { answer, genuine, recorded } = await tried(given, trick)
    leadsHome(answer, genuine, '', trick[0])
    assert.equal(recorded, ['DspStrangerRefused'], trick[0])
  }
})

test('tricks on method and path: no redirect, no event, and the genuine answer still counts', async given => {
  for (const trick of nowhereTricks) {
    const { answer, genuine, recorded } = await tried(given, trick)
    assert.equal([answer.status >= 400 && answer.status < 500, answer.location], [true, undefined], trick[0])
    showsNothing(answer.text, genuine, trick[0])
    assert.equal(recorded, [], trick[0])
  }
  const { genuine } = await tried(given, nowhereTricks[0]!)
  const { location } = await sendBack(given, genuine, { path: callback(pairs(genuine)) })
  assert.is(dataIn(location ?? '').status, 200)
})

test('tricks on authoriseDsp change nothing: it leads to our page, and from there to a redirect_uri of ours', async given => {
  const { node, sandbox } = given
  const gateway = '/v2/accounts/acme/dsp-configurations/1001/auth-gateway'
  const key = { svc_apikey: adminKey }
  const sent = [
    ...addresses.map(([name, value]) => ({ path: `${gateway}?${queryOf([[name, value]])}`, headers: key })),
    ...hostHeaders.map(more => ({ path: gateway, headers: { ...key, ...more } })),
    { path: `${gateway}?redirect_uri=https://evil.test&redirect_uri=//evil.test&state=evil`, headers: key },
  ]
  for (const one of sent) {
    const { status, location = '', text } = await send(given, one)
    assert.is(status, 302, one.path)
    assert.ok(location.startsWith(`${node.url}/dsp/consent/`), location)
    assert.not.match(text.replace(drawn, ''), /evil/)
    const screen = await confirmConsent(node, location)
    assert.ok(screen.startsWith(`${sandbox.authUrl}?`), screen)
    assert.is(new URL(screen).searchParams.get('redirect_uri'), `${node.url}/dsp/callback`)
  }
})

test('a parameter of the DSP that Endcap does not know is ignored (RFC 6749, 4.1.2)', async given => {
  const genuine = await genuineAnswer(given)
  const { location } = await sendBack(given, genuine, {
    path: `${callback(pairs(genuine))}&authuser=0&prompt=consent&hd=evil.test`,
  })
  assert.is(dataIn(location ?? '').status, 200)
  assert.not.match(location ?? '', /evil/)
})

test('neither log nor events show a state, a code, a token, or what was sent', async given => {
  const { node, log } = given
  const genuine = await genuineAnswer(given)
  await sendBack(given, genuine, { path: callback(pairs(genuine)) })
  const events = JSON.stringify(await log.events(), (_, value) => (typeof value === 'bigint' ? String(value) : value))
  for (const text of [events, node.printed()]) {
    assert.ok(text.length > 1_000)
    assert.not.match(text, /(?:code|access|refresh)-[\w-]{43}/)
    showsNothing(text, genuine, 'log and events')
  }
  assert.match(events, /DspAuthorised/)
  assert.match(node.printed(), /receiveDspConsent/)
})

test.run()
