import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { readingLog } from '../nodes/stores.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { answerConsent, consentScreenOf, dataIn, dspEnvironment, dspRedirectUrl } from '../support/servers/dsp.ts'
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

type Sent = { readonly method?: string; readonly path: string; readonly headers?: Readonly<Record<string, string>> }
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

const hostile = [
  'https://evil.test/',
  '//evil.test',
  '\\\\evil.test',
  '/\\evil.test',
  'https:evil.test',
  'https://shop.example@evil.test/',
  'https://evil.test#@shop.example',
  'https://evil.test\r\nLocation: https://evil.test',
  'https://evil\u3002test',
  'javascript:alert("evil")',
  'data:text/html,evil',
  'https://shop.example.evil.test/dsp-done',
  'https://evil.test:443\\@shop.example/',
  'http://[::1]:1/evil',
  ' https://evil.test',
  'https://xn--evil-test/',
  '\thttps://evil.test',
  'https://evil.test%2f%2e%2e',
] as const
const names = [
  'auth_redirect_url',
  'callback',
  'continue',
  'data',
  'dest',
  'destination',
  'next',
  'redirect',
  'redirect_to',
  'redirect_uri',
  'redirect_url',
  'return',
  'returnTo',
  'return_to',
  'return_url',
  'target',
  'uri',
  'url',
] as const
const headers: readonly Readonly<Record<string, string>>[] = [
  { host: 'evil.test' },
  { host: 'shop.example@evil.test' },
  { 'x-forwarded-host': 'evil.test' },
  { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
  { forwarded: 'for=1.2.3.4;host=evil.test;proto=https' },
  { 'x-original-url': 'https://evil.test/' },
  { 'x-rewrite-url': '//evil.test' },
  { 'x-original-host': 'evil.test' },
  { origin: 'https://evil.test' },
  { referer: 'https://evil.test/' },
]
const withNames = names.map((name, i) => [name, hostile[i % hostile.length]!] as const)

/** The parameters of a genuine answer. */
type Genuine = { readonly state: string; readonly code: string; readonly iss: string }
const q = (parameters: readonly (readonly [string, string])[]): string =>
  parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
const callback = (parameters: readonly (readonly [string, string])[]): string => `/dsp/callback?${q(parameters)}`
const pairs = ({ state, code, iss }: Genuine) =>
  [
    ['state', state],
    ['code', code],
    ['iss', iss],
  ] as const
const but = (genuine: Genuine, over: Partial<Genuine>): string => callback(pairs({ ...genuine, ...over }))
/** With the last character of a text changed. */
const flipped = (text: string): string => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')
const part = (state: string, place: number, text: string): string =>
  state
    .split('.')
    .map((own, i) => (i === place ? text : own))
    .join('.')

/** What a trick sends in place of the answer that was approved. */
type Trick = readonly [name: string, sent: (genuine: Genuine) => Sent]
const path = (name: string, of: (genuine: Genuine) => string): Trick => [name, genuine => ({ path: of(genuine) })]

/** The account is known by its state: one event in its audit, and the consent is used. */
const refused: readonly Trick[] = [
  ...withNames.map(([name, value]) =>
    path(`the parameter ${name}`, g => `${callback(pairs(g))}&${q([[name, value]])}`),
  ),
  ...headers.map(
    (sent): Trick => [
      `the headers ${Object.keys(sent)}`,
      ({ state }) => ({
        path: callback([
          ['state', state],
          ['error', 'access_denied'],
        ]),
        headers: sent,
      }),
    ],
  ),
  path('another error with an address', ({ state }) =>
    callback([
      ['state', state],
      ['error', 'https://evil.test'],
    ]),
  ),
  path('an error with a description and a page', ({ state }) =>
    callback([
      ['state', state],
      ['error', 'server_error'],
      ['error_description', '<a href="https://evil.test">evil</a>'],
      ['error_uri', 'https://evil.test'],
    ]),
  ),
  path('the same state twice', g => `${callback(pairs(g))}&${q([['state', g.state]])}`),
  path('a state of nobody before the own one', g => `/dsp/callback?state=evil&${q(pairs(g))}`),
  path('two codes', g => `${callback(pairs(g))}&code=evil`),
  path('a code in brackets', ({ state, code, iss }) =>
    callback([
      ['state', state],
      ['code[]', code],
      ['iss', iss],
    ]),
  ),
  path('no code', ({ state, iss }) =>
    callback([
      ['state', state],
      ['iss', iss],
    ]),
  ),
  path('an empty code', g => but(g, { code: '' })),
  path('a code of 8,000 characters', g => but(g, { code: 'evil'.repeat(2_000) })),
  path('a code with a line break', g => but(g, { code: `${g.code}\r\nLocation: https://evil.test` })),
  path('a code with a zero byte', g => but(g, { code: `${g.code}\u0000` })),
  path('a code of other letters', g => but(g, { code: 'еvil\u202e' })),
  path('a code of somebody else', g => but(g, { code: flipped(g.code) })),
  path('a code that adds parameters', g => but(g, { code: `${g.code}&redirect_uri=https://evil.test` })),
  path('two issuers', g => `${callback(pairs(g))}&${q([['iss', g.iss]])}`),
  path('an issuer in brackets beside the own one', g => `${callback(pairs(g))}&${q([['iss', 'https://evil.test']])}`),
  ...[
    (iss: string) => `${iss}/`,
    (iss: string) => iss.replace('http:', 'https:'),
    (iss: string) => iss.replace(/\d+$/, '1'),
    (iss: string) => iss.replace('//', '//evil.'),
    (iss: string) => iss.replace('//', '//evil@'),
    (iss: string) => `${iss}.evil.test`,
    (iss: string) => iss.toUpperCase(),
    (iss: string) => `${iss}/o/oauth2/v2/auth`,
    (iss: string) => `${iss}#evil`,
    (iss: string) => ` ${iss}`,
    () => 'https://xn--evil-test',
    () => '',
  ].map((of, i) => path(`another issuer (${i + 1})`, g => but(g, { iss: of(g.iss) }))),
]

/** No account can be known: one event of the service, which no audit of an account shows. */
const strangers: readonly Trick[] = [
  path('no parameter at all', () => '/dsp/callback'),
  path('no state', ({ code, iss }) =>
    callback([
      ['code', code],
      ['iss', iss],
    ]),
  ),
  path('an empty state', g => but(g, { state: '' })),
  path('the state of another account', g => but(g, { state: part(g.state, 1, 'other') })),
  path('the state of another partner', g => but(g, { state: part(g.state, 2, '1002') })),
  path('a partner with zeros before it', g => but(g, { state: part(g.state, 2, '01001') })),
  path('another nonce', g => but(g, { state: flipped(g.state.split('.')[0]!) + g.state.slice(43) })),
  path('another signature', g => but(g, { state: flipped(g.state) })),
  path('no signature', g => but(g, { state: g.state.split('.').slice(0, 3).join('.') })),
  path('a state with more behind it', g => but(g, { state: `${g.state}.evil` })),
  path('a state with a space', g => but(g, { state: `${g.state} ` })),
  path('a state with a line break', g => but(g, { state: `${g.state}\r\nSet-Cookie: evil` })),
  path('a state in capitals', g => but(g, { state: g.state.toUpperCase() })),
  path('a state in brackets', ({ state, code, iss }) =>
    callback([
      ['state[]', state],
      ['code', code],
      ['iss', iss],
    ]),
  ),
  path('a state as an object', ({ state, code }) =>
    callback([
      ['state[x]', state],
      ['code', code],
    ]),
  ),
  path('a state encoded twice', g => but(g, { state: encodeURIComponent(encodeURIComponent(`${g.state}/`)) })),
  path('a state of 8,000 characters', g => but(g, { state: g.state + 'e'.repeat(8_000) })),
  path('a state named __proto__', ({ state, code }) =>
    callback([
      ['__proto__', state],
      ['code', code],
    ]),
  ),
  path('a state that is cut off by a fragment', g => but(g, { state: `${g.state}#https://evil.test` })),
  path('a query that is not encoded correctly', g => `/dsp/callback?state=%zz%&code=${g.code}`),
  path('a redirect in place of the state', () => callback([['state', 'https://evil.test']])),
]

/** No operation, so nothing happens. */
const nowhere: readonly Trick[] = [
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'].map(
    (method): Trick => [`the method ${method}`, g => ({ method, path: callback(pairs(g)) })],
  ),
  ...['/dsp/callback%2f', '/dsp//callback', '/DSP/callback', '/dsp/callback;evil', '/dsp/%2e%2e/dsp/callback'].map(at =>
    path(`the path ${at}`, g => `${at}?${q(pairs(g))}`),
  ),
  path('an address in the path', g => `/dsp/callback/https://evil.test?${q(pairs(g))}`),
  path('a path that begins with two slashes', g => `//evil.test/dsp/callback?${q(pairs(g))}`),
  path('a path that is not encoded correctly', g => `/dsp/callback%?${q(pairs(g))}`),
]

const genuineAnswer = async ({ node }: Given): Promise<Genuine> => {
  const back = await answerConsent(await consentScreenOf(node, 'acme'), 'approve')
  const of = (name: string) => back.searchParams.get(name) ?? ''
  return { state: of('state'), code: of('code'), iss: of('iss') }
}

/** The types of the events of the DSP, without those that only ask. */
const outcomes = async ({ log }: Given): Promise<readonly string[]> =>
  (await log.events()).filter(({ type }) => /^Dsp(?!ConsentAsked|ConsentAnswered)/.test(type)).map(({ type }) => type)

/** Sends a trick after a genuine approval: what it was answered, and the outcomes that were recorded. */
const tried = async (given: Given, [, sentFor]: Trick) => {
  const before = (await outcomes(given)).length
  const genuine = await genuineAnswer(given)
  const answer = await send(given, sentFor(genuine))
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
const showsNothing = (text: string, { state, code }: Genuine, name: string) => {
  assert.not.match(text, /evil|еvil/i, name)
  assert.not.ok(text.includes(state) || text.includes(code), name)
}

test('tricks on an answer whose account is known: refused, with one event in its audit', async given => {
  for (const trick of refused) {
    const { answer, genuine, recorded } = await tried(given, trick)
    leadsHome(answer, genuine, '1001', trick[0])
    assert.equal(recorded, ['DspConsentRefused'], trick[0])
  }
})

test('after a trick the genuine answer is a reuse', async given => {
  const { genuine } = await tried(given, refused[0]!)
  const { location } = await send(given, { path: callback(pairs(genuine)) })
  assert.match(dataIn(location ?? '').message, /answered already/)
})

test('tricks on the state: refused, with one event that no account sees', async given => {
  for (const trick of strangers) {
    const { answer, genuine, recorded } = await tried(given, trick)
    leadsHome(answer, genuine, '', trick[0])
    assert.equal(recorded, ['DspStrangerRefused'], trick[0])
  }
})

test('tricks on method and path: no redirect, no event, and the genuine answer still counts', async given => {
  for (const trick of nowhere) {
    const { answer, genuine, recorded } = await tried(given, trick)
    assert.equal([answer.status >= 400 && answer.status < 500, answer.location], [true, undefined], trick[0])
    showsNothing(answer.text, genuine, trick[0])
    assert.equal(recorded, [], trick[0])
  }
  const { genuine } = await tried(given, nowhere[0]!)
  const { location } = await send(given, { path: callback(pairs(genuine)) })
  assert.is(dataIn(location ?? '').status, 200)
})

test('tricks on authoriseDsp change nothing: consent is asked for as usual, and its redirect_uri is ours', async given => {
  const { node, sandbox } = given
  const gateway = '/v2/accounts/acme/dsp-configurations/1001/auth-gateway'
  const key = { svc_apikey: adminKey }
  const sent = [
    ...withNames.map(([name, value]) => ({ path: `${gateway}?${q([[name, value]])}`, headers: key })),
    ...headers.map(more => ({ path: gateway, headers: { ...key, ...more } })),
    { path: `${gateway}?redirect_uri=https://evil.test&redirect_uri=//evil.test&state=evil`, headers: key },
  ]
  for (const one of sent) {
    const { status, location = '', text } = await send(given, one)
    assert.is(status, 302, one.path)
    assert.ok(location.startsWith(`${sandbox.authUrl}?`), location)
    assert.is(new URL(location).searchParams.get('redirect_uri'), `${node.url}/dsp/callback`)
    assert.not.match(text, /evil/)
  }
})

test('a parameter of the DSP that Endcap does not know is ignored (RFC 6749, 4.1.2)', async given => {
  const genuine = await genuineAnswer(given)
  const { location } = await send(given, { path: `${callback(pairs(genuine))}&authuser=0&prompt=consent&hd=evil.test` })
  assert.is(dataIn(location ?? '').status, 200)
  assert.not.match(location ?? '', /evil/)
})

test('neither log nor events show a state, a code, a token, or what was sent', async given => {
  const { node, log } = given
  const genuine = await genuineAnswer(given)
  await send(given, { path: callback(pairs(genuine)) })
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
