import { readFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describeConfig, isForDevelopment, readConfig } from '../../../src/node/config/read-config.ts'
import { keyPair } from '../../support/memory/secrets.ts'

const test = suite('the environment')
const faults = (env: Record<string, string>): readonly string[] => {
  const read = readConfig(env)
  return E.isLeft(read) ? read.left : []
}
const accepted = (env: Record<string, string>) => {
  const read = readConfig(env)
  if (E.isLeft(read)) throw new Error(read.left.join('; '))
  return read.right
}

const defaults = {
  host: '127.0.0.1',
  port: 8080,
  dataDir: './data',
  publicUrl: undefined,
  adminApiKey: undefined,
  smtpUrl: undefined,
  mailFrom: 'Endcap <endcap@localhost>',
  mailLimit: 200,
  storageLimit: 'off',
  secretsKey: undefined,
  addressLimit: { requests: 6000, wrongKeys: 60 },
  trustProxy: 0,
  cloudMaxObjectBytes: 10_485_760,
  egressAllow: [],
  egressAllowAds: [],
  rateLimit: { requests: 600, writes: 150, starts: 20 },
  trustedHosts: [],
  trackerTypes: undefined,
  chromiumPath: undefined,
  renderCacheBytes: 5 * 1024 ** 3,
  gifMaxMs: 30_000,
  logLevel: 'info',
  otlpEndpoint: undefined,
  otlpShare: 1,
  leaseMs: 15_000,
  sealsTo: undefined,
  accessLog: undefined,
  accessLogFiles: 16,
  projections: undefined,
  blobUrl: undefined,
  eventStoreUrl: undefined,
  streamPrefix: 'endcap_',
  mongoUrl: undefined,
  inFlightBytes: 33_554_432,
  sendTimeoutMs: 120_000,
  chromiumNoSandbox: false,
  chromiumMaxBytes: undefined,
  dspUrl: undefined,
  dspAuthUrl: undefined,
  dspTokenUrl: undefined,
  dspClientId: undefined,
  dspClientSecret: undefined,
  dspRedirectUrl: undefined,
  generatorUrl: undefined,
  generatorModel: undefined,
  generatorKey: undefined,
  generatorTimeoutMs: 120_000,
  generatorMaxTokens: 16_000,
  generativeServiceUrl: undefined,
}

test('every variable is optional, and an empty one counts as unset', () => {
  assert.equal(accepted({}), defaults)
  const empty = Object.fromEntries(describeConfig().map(v => [v.name, v.name === 'PORT' ? ' ' : '']))
  assert.equal(accepted(empty), defaults)
})

const wrong: readonly (readonly [name: string, must: RegExp, ...values: string[]])[] = [
  ['PORT', /whole number from 0 to 65535/, 'http', '-1', '65536', '80.5', '1e3', '0x50'],
  [
    'PUBLIC_URL',
    /http or https URL/,
    'ads.example.com',
    'ftp://ads.example.com',
    'javascript:alert(1)',
    '//x',
    'http://',
  ],
  ['PUBLIC_URL', /without a query or fragment/, 'https://ads.example.com/?a=1', 'https://ads.example.com/#top'],
  ['PUBLIC_URL', /without a login/, 'https://user:password@ads.example.com', 'https://user@ads.example.com/x'],
  ['ADMIN_API_KEY', /at least 32 characters/, 'x', 'x'.repeat(31), `  ${'x'.repeat(31)}  `],
  ['SMTP_URL', /smtp or smtps URL/, 'mail.example.com', 'http://user:pass@mail.example.com', 'mail.example.com:25'],
  [
    'SMTP_URL',
    /must not have ignoreTLS with a login/,
    'smtp://user:pass@mail.example.com?ignoreTLS=true',
    'smtp://user:pass@10.0.0.1:25/?ignoreTLS=true&requireTLS=true',
    'smtp://user:pass@127.0.0.1?ignoreTLS=true&service=gmail',
  ],
  ['MAIL_LIMIT', /off, or a whole number from 100 to 1000000/, 'on', '99', '1000001', '2e2', '-200'],
  ['MAIL_FROM', /mail address/, 'Endcap', '@', 'Endcap <>', 'Endcap <endcap>', 'a@b.example\r\nBcc: c@d.example'],
  [
    'SECRETS_KEY',
    /id:key pairs.*32 bytes in base64/,
    'secret',
    'k1:c2hvcnQ=',
    `${keyPair('a')},b`,
    `${keyPair('a')}:x`,
  ],
  ['SECRETS_KEY', /distinct ids/, `${keyPair('a')},${keyPair('a')}`],
  ['EGRESS_ALLOW_ADS', /host:port/, 'localhost', 'http://a:1'],
  ['EGRESS_ALLOW', /host:\*/, '*:80', 'localhost:**', 'localhost:8*'],
  ['EGRESS_ALLOW', /host:port/, 'localhost', 'localhost:', 'localhost:x', 'a:1,b', 'http://a:1', 'a:65536', 'a:0'],
  [
    'RATE_LIMIT',
    /off, or requests,writes,starts/,
    'on',
    '600',
    '600,150',
    '600,150,20,1',
    '600,150,0',
    'a,b,c',
    '-1,1,1',
  ],
  ['TRUSTED_HOSTS', /hosts, separated by commas/, 'http://ads.example.com', 'a b', 'ads.example.com/path'],
  ['TRACKER_TYPES', /JSON: an object of tracker types by name/, '{', 'GCM', "{'a':1}"],
  ['RENDER_CACHE_BYTES', /whole number/, '5GiB', '-1', '1.5'],
  ['GIF_MAX_MS', /whole number/, '30s', '-1', '3600001'],
  ['LOG_LEVEL', /one of trace, debug, info, warn, error, fatal, silent/, 'loud', 'INFO'],
  ['ACCESS_LOG', /must be the path of a file/, '/var/log/'],
  ['ACCESS_LOG_FILES', /must be a whole number from 1 to 1000/, '0', 'many'],
  ['SEALS_TO', /must be the path of a folder, or s3:/, 's3://', 'https://bucket/seals', 's3://bucket/../x'],
  ['OTEL_TRACES_SAMPLER_ARG', /number from 0 to 1/, '2', '-0.1', '10%', 'all'],
  ['LEASE_MS', /whole number from 100 to 600000/, '99', '600001', '15s'],
]
const confidential = new Set(['ADMIN_API_KEY', 'SMTP_URL', 'SECRETS_KEY', 'EVENTSTOREDB_URL', 'MONGODB_URL'])
for (const [name, must, ...values] of wrong)
  test(`an invalid ${name} is refused with one line: ${must.source}`, () => {
    for (const value of values) {
      const [fault, ...others] = faults({ [name]: value })
      assert.equal(others, [], value)
      assert.match(fault ?? '', new RegExp(`^${name} must `), value)
      assert.match(fault ?? '', must, value)
      assert.not.match(fault ?? '', '\n')
      if (confidential.has(name) && value.length > 1) assert.not.ok(fault?.includes(value.trim()), value)
    }
  })

test('a JSON syntax error is reported with its place', () => {
  const [fault] = faults({ TRACKER_TYPES: '{"GCM": true,\n  }' })
  assert.match(fault ?? '', 'line 2 column 3')
})

test('a login may go over plain SMTP to this machine, and mail without a login to any', () => {
  for (const url of ['user:pass@localhost', 'user:pass@127.0.0.2:1025', 'user:pass@[::1]', 'mail.example.com'])
    assert.is(accepted({ SMTP_URL: `smtp://${url}?ignoreTLS=true` }).smtpUrl, `smtp://${url}?ignoreTLS=true`)
})

test('all faults are reported at once', () => {
  const all = faults({ PORT: 'x', LOG_LEVEL: 'x', LEASE_MS: 'x' })
  assert.equal(
    all.map(f => f.split(' ')[0]),
    ['PORT', 'LOG_LEVEL', 'LEASE_MS'],
  )
})

test('valid values are decoded', () => {
  const config = accepted({
    HOST: ' 0.0.0.0 ',
    PORT: '0',
    PUBLIC_URL: 'https://ads.example.com/endcap/',
    ADMIN_API_KEY: 'x'.repeat(32),
    SMTP_URL: 'smtps://user:pass@mail.example.com:465',
    MAIL_FROM: 'Ads, with love <ads@example.com>',
    SECRETS_KEY: `${keyPair('new')}, ${keyPair('old')}`,
    EGRESS_ALLOW: 'localhost:9000, [::1]:9001,10.0.0.1:65535,ftp.internal:*',
    EGRESS_ALLOW_ADS: 'images.internal:80',
    RATE_LIMIT: '6, 5, 4',
    TRUSTED_HOSTS: 'ads.example.com,[::1]:8080',
    TRACKER_TYPES: '{"GCM":{"activation":true}}',
    RENDER_CACHE_BYTES: '0',
    LOG_LEVEL: 'silent',
    LEASE_MS: '100',
  })
  assert.is(config.host, '0.0.0.0')
  assert.is(config.port, 0)
  assert.equal(config.egressAllowAds, ['images.internal:80'])
  assert.equal(config.egressAllow, ['localhost:9000', '[::1]:9001', '10.0.0.1:65535', 'ftp.internal:*'])
  assert.equal(config.rateLimit, { requests: 6, writes: 5, starts: 4 })
  assert.equal(config.trustedHosts, ['ads.example.com', '[::1]:8080'])
  assert.is(config.mailFrom, 'Ads, with love <ads@example.com>')
  assert.is(accepted({ RATE_LIMIT: 'off' }).rateLimit, 'off')
  assert.equal([accepted({ MAIL_LIMIT: 'off' }).mailLimit, accepted({ MAIL_LIMIT: '100' }).mailLimit], ['off', 100])
  assert.is(accepted({ MAIL_FROM: 'ads@example.com' }).mailFrom, 'ads@example.com')
})

test('every variable is described for --help', () => {
  const described = describeConfig()
  assert.is(described.length, Object.keys(defaults).length)
  for (const { name, meaning } of described) {
    assert.match(name, /^[A-Z_]+$/)
    assert.match(meaning, /\.$/)
  }
  assert.is(described.find(v => v.name === 'PORT')?.default, '8080')
})

test('every variable is in docs/configuration.md', async () => {
  const page = await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter(line => line.startsWith('|'))
  for (const { name } of describeConfig())
    assert.ok(
      rows.some(row => row.split('|')[1]?.includes(`\`${name}\``)),
      name,
    )
})

test('only a node that this machine alone reaches names settings of the operator in its messages', () => {
  const isLocal = (env: Record<string, string>) => isForDevelopment(accepted(env))
  assert.ok(isLocal({}))
  assert.ok(isLocal({ HOST: '::1' }))
  assert.ok(isLocal({ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' }))
  assert.not.ok(isLocal({ HOST: '0.0.0.0' }))
  assert.not.ok(isLocal({ PUBLIC_URL: 'https://ads.example.com' }))
  assert.not.ok(isLocal({ PUBLIC_URL: 'https://localhost.example.com' }))
})

test.run()
