import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../support/memory/secrets.ts'
import { smallCampaign, writeCampaign } from '../support/programs/campaign-folder.ts'
import { endcap } from '../support/programs/endcap.ts'
import { type Call, type FakeResponse, problem, withFakeRest } from '../support/servers/fake-rest.ts'

const test = suite('endcap import')
const key = 'svc_secret-of-the-test'
const shown = ({ method, path }: Call) => `${method} ${path}`
const campaigns = '/v2/accounts/acme/retail-campaigns'
const expected = [
  'PUT /v2/org/org1',
  'PUT /v2/org/org1/ad-servers/dsp1',
  'PUT /v2/accounts/acme',
  'PUT /v2/accounts/acme/retail-settings',
  'POST /v2/accounts/acme/assets',
  'PUT /v2/accounts/acme/template-campaigns/1',
  `POST ${campaigns}`,
  `POST ${campaigns}/7/creative`,
  `POST ${campaigns}/7/creative`,
]
const usual = (call: Call): FakeResponse => ({ body: call.path === campaigns ? { retailCampaignIdx: 7 } : {} })
const importing = (folder: string, base: string, ...more: readonly string[]) =>
  endcap(['import', folder, '--url', base, ...more], { ENDCAP_KEY: key })

test('sends a campaign in the order of its dependencies, with the result on stdout and progress on stderr', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    await withFakeRest(usual, async ({ base, calls }) => {
      const { code, out, err } = await importing(folder, base)
      assert.is(code, 0, err)
      assert.equal(calls.map(shown), expected)
      assert.is(out, 'imported into account acme: retail campaign 7, 2 creatives, 1 assets\n')
      assert.match(err, /^import: 0\/9 organisation org1\n(import: \d\/9 .*\n)+import: 9\/9\nNext, with the API key/)
      assert.match(err, `'${base}${campaigns}/7/activate'`)
      assert.match(err, 'endcap approve acme:7')
      assert.not.match(out + err, key)
      for (const { headers } of calls) assert.is(headers.svc_apikey, key)
      const [, , , , asset, template, campaign, one] = calls.map(c => c.body)
      assert.match(asset ?? '', 'brand/logo one.svg')
      assert.is(JSON.parse(template ?? '').adUnits[0].html, '<p>{{headline}}</p>')
      assert.equal(JSON.parse(campaign ?? ''), { templateCampaignIdx: 1, ...smallCampaign.retailCampaign })
      assert.is(JSON.parse(one ?? '').dynamicAssets[1].columnValue, '/assets/acme/brand/logo%20one.svg')
    })
  }))

test('shows what the service warns of, with what was sent', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    const warning = {
      pointer: '/dynamicAssets',
      code: 'missing-column',
      detail: 'The creative has no value for price.',
    }
    const respond = (call: Call): FakeResponse =>
      call.path.endsWith('/creative') ? { body: { message: 'Saved.', warnings: [warning] } } : usual(call)
    await withFakeRest(respond, async ({ base }) => {
      const [first = { creativeName: '' }] = smallCampaign.creatives
      const { code, err } = await importing(folder, base)
      assert.is(code, 0, err)
      assert.match(err, `warning: ${first.creativeName}: The creative has no value for price.\n`)
      const { out, err: progress } = await importing(folder, base, '--json')
      assert.equal(JSON.parse(out).warnings[0], { of: first.creativeName, code: warning.code, detail: warning.detail })
      assert.is(JSON.parse(out).warnings.length, 2)
      assert.not.match(progress, 'warning')
    })
  }))

test('retries each part when the server sends Retry-After, and keeps the order', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    // every second call is deferred
    const putOff = new Set([0, 2, 5, 9, 12])
    const respond = (call: Call, n: number) =>
      putOff.has(n) ? problem(n === 2 ? 503 : 429, 'rate-limited', {}, { 'retry-after': '0' }) : usual(call)
    await withFakeRest(respond, async ({ base, calls }) => {
      const { code, out } = await importing(folder, base, '--json')
      assert.is(code, 0)
      assert.equal(JSON.parse(out), { accountId: 'acme', retailCampaignIdx: 7, assets: 1, creatives: 2, warnings: [] })
      assert.equal(calls.filter((_, n) => !putOff.has(n)).map(shown), expected)
      for (const n of putOff) {
        const [refused, again] = [calls[n], calls[n + 1]]
        assert.is(shown(again as Call), shown(refused as Call), `call ${n} is repeated before the next one`)
        assert.is(again?.headers['idempotency-key'], refused?.headers['idempotency-key'])
      }
    })
  }))

test('updates an existing campaign instead of creating it twice', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    const respond = (call: Call) =>
      call.method === 'POST' && call.path === campaigns
        ? problem(409, 'external-id-taken', { retailCampaignIdx: 7 })
        : usual(call)
    await withFakeRest(respond, async ({ base, calls }) => {
      const { code, out } = await importing(folder, base)
      assert.is(code, 0)
      assert.match(out, 'retail campaign 7')
      const at = calls.findIndex(c => shown(c) === `POST ${campaigns}`)
      const put = calls[at + 1]
      assert.is(shown(put as Call), `PUT ${campaigns}/7`)
      assert.equal(JSON.parse(put?.body ?? ''), {
        retailCampaignName: 'Spring',
        adServerId: 'dsp1',
        refreshTemplate: true,
      })
      assert.equal(calls.slice(at + 2).map(shown), expected.slice(7))
    })
  }))

test('a refusal stops the import with a clear message', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    const refused = problem(400, 'invalid-request', { errors: [{ pointer: '/adUnits/0/html', detail: 'is broken' }] })
    const respond = (call: Call) => (call.path.includes('template-campaigns') ? refused : usual(call))
    await withFakeRest(respond, async ({ base, calls }) => {
      const { code, out, err } = await importing(folder, base)
      assert.equal([code, out], [1, ''])
      assert.match(
        err,
        /\nPUT \/v2\/accounts\/acme\/template-campaigns\/1: 400 .*\n {2}\/adUnits\/0\/html is broken\n$/,
      )
      assert.is(calls.length, 6)
    })
  }))

test('reports an invalid file before sending anything', () =>
  inFolder(async folder => {
    await writeCampaign(folder, { ...smallCampaign, account: {} })
    await withFakeRest(usual, async ({ base, calls }) => {
      const { code, out, err } = await importing(folder, base)
      assert.equal([code, out], [1, ''])
      assert.match(err, /^[^\n]*campaign\.json is not a campaign:\n {2}\/account\/accountId [^\n]+\n$/)
      assert.is(calls.length, 0)
    })
    const keyless = await endcap(['import', folder], {})
    assert.equal([keyless.code, keyless.err], [2, 'Give the API key with --key or in ENDCAP_KEY.\n'])
  }))

test.run()
