/** A request, as it is sent. */
export type Sent = {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

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
/** Headers that other services take an address from. */
export const hostHeaders: readonly Readonly<Record<string, string>>[] = [
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
/** Parameters that name an address to return to. */
export const addresses = names.map((name, i) => [name, hostile[i % hostile.length]!] as const)

/** The parameters of a genuine answer, and the cookie of the browser that confirmed the consent. */
export type Genuine = { readonly state: string; readonly code: string; readonly iss: string; readonly cookie: string }
/** Parameters as a query. */
export const queryOf = (parameters: readonly (readonly [string, string])[]): string =>
  parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
/** The path of the callback with parameters. */
export const callback = (parameters: readonly (readonly [string, string])[]): string =>
  `/dsp/callback?${queryOf(parameters)}`
export const pairs = ({ state, code, iss }: Genuine) =>
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
export type Trick = readonly [name: string, sent: (genuine: Genuine) => Sent]
const path = (name: string, of: (genuine: Genuine) => string): Trick => [name, genuine => ({ path: of(genuine) })]

/** The account is known by its state: one event in its audit, and the consent is used. */
export const refusedTricks: readonly Trick[] = [
  ...addresses.map(([name, value]) =>
    path(`the parameter ${name}`, g => `${callback(pairs(g))}&${queryOf([[name, value]])}`),
  ),
  ...hostHeaders.map(
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
  path('the same state twice', g => `${callback(pairs(g))}&${queryOf([['state', g.state]])}`),
  path('a state of nobody before the own one', g => `/dsp/callback?state=evil&${queryOf(pairs(g))}`),
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
  path('two issuers', g => `${callback(pairs(g))}&${queryOf([['iss', g.iss]])}`),
  path(
    'an issuer in brackets beside the own one',
    g => `${callback(pairs(g))}&${queryOf([['iss', 'https://evil.test']])}`,
  ),
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
export const strangerTricks: readonly Trick[] = [
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
export const nowhereTricks: readonly Trick[] = [
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'].map(
    (method): Trick => [`the method ${method}`, g => ({ method, path: callback(pairs(g)) })],
  ),
  ...['/dsp/callback%2f', '/dsp//callback', '/DSP/callback', '/dsp/callback;evil', '/dsp/%2e%2e/dsp/callback'].map(at =>
    path(`the path ${at}`, g => `${at}?${queryOf(pairs(g))}`),
  ),
  path('an address in the path', g => `/dsp/callback/https://evil.test?${queryOf(pairs(g))}`),
  path('a path that begins with two slashes', g => `//evil.test/dsp/callback?${queryOf(pairs(g))}`),
  path('a path that is not encoded correctly', g => `/dsp/callback%?${queryOf(pairs(g))}`),
]
