import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { readingLog } from '../nodes/stores.ts'
import {
  answerConsent,
  authoriseAt,
  browserOf,
  confirmConsent,
  consentScreenOf,
  dataIn,
  dspEnvironment,
  dspRedirectUrl,
} from '../support/servers/dsp.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { account, adminKey, provision, type Sent, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('consent of the DSP')
const configurations = `${account}/dsp-configurations`
const clock = aheadClock()
let sandbox: RunningSandbox
let service: Service
let withoutDsp: Service

test.before(async () => {
  sandbox = await startDspSandbox({ now: () => clock.now().getTime() })
  const environment = { ...dspEnvironment(sandbox), DSP_REDIRECT_URL: `${dspRedirectUrl}?shop=a%20b` }
  service = await startService(environment, { clock })
  withoutDsp = await startService()
  await provision(withoutDsp)
  await provision(service)
})
test.after(async () => {
  await service?.stop()
  await withoutDsp?.stop()
  await sandbox?.stop()
})

const gateway = (partnerId: number | string = 1001) => `${configurations}/${partnerId}/auth-gateway`
const advertisers = (partnerId = 1001) => `${configurations}/${partnerId}/advertisers`
const asked = (sent: Sent = {}, at = gateway()) => service.call('GET', at, undefined, sent)
/** Goes to the callback as a browser does, without a key. */
const received = async (back: URL) => {
  const path = `${back.pathname}${back.search}`
  const { status, headers } = await service.call('GET', path, undefined, { key: undefined, headers: browserOf(back) })
  assert.is(status, 302)
  return dataIn(headers.get('location') ?? '')
}
const approved = async (partnerId = 1001) => answerConsent(await consentScreenOf(service, 'acme', partnerId), 'approve')
const refusedWith = async (back: URL, message: RegExp) => {
  const data = await received(back)
  assert.equal([data.status, data.partnerId], [422, '1001'])
  assert.match(data.message, message)
}
const events = async (type: string) => {
  const log = await readingLog(service.stores)
  const found = (await log.events()).filter(event => event.type === type)
  await log.close()
  return found
}

test('a person who approves returns with 200, and the advertisers of the partner can be listed', async () => {
  const location = await authoriseAt(service, sandbox, 'acme')
  assert.ok(location.startsWith(`${dspRedirectUrl}?shop=a%20b&data=`), 'the query of the address is kept')
  assert.equal(dataIn(location), {
    partnerId: '1001',
    message: 'Endcap is authorised at the DSP. Account: Acme. Organisation: Org. Partner: 1001.',
    status: 200,
  })
  const { json, headers } = await service.call('GET', advertisers())
  assert.equal(json, {
    status: 'SUCCESS',
    advertisersList: [1, 2, 3].map(i => ({ id: 200_000 + i, name: `Advertiser ${i}` })),
  })
  assert.is(headers.get('x-operation-status'), '200')
})

test('the page before the consent screen is a redirect, or JSON for callers that prefer it', async () => {
  const cases: readonly (readonly [accept: string, status: number])[] = [
    ['*/*', 302],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 302],
    ['application/json', 200],
    ['application/json, text/plain, */*', 200],
    ['text/html;q=0.1, application/json;q=0.9', 200],
    ['image/png', 302],
  ]
  for (const [accept, status] of cases) {
    const answered = await asked({ headers: { accept } })
    assert.is(answered.status, status, accept)
    assert.is(answered.headers.get('cache-control'), 'no-store')
    const link = status === 302 ? (answered.headers.get('location') ?? '') : answered.json.authorizationUrl
    assert.ok(link.startsWith(`${service.url}/dsp/consent/`), link)
    const url = new URL(await confirmConsent(service, link))
    const of = (name: string) => url.searchParams.get(name) ?? ''
    assert.is(of('redirect_uri'), `${service.url}/dsp/callback`)
    assert.equal([of('response_type'), of('code_challenge_method')], ['code', 'S256'])
    assert.match(of('code_challenge'), /^[\w-]{43}$/)
    assert.match(of('state'), /^[\w-]{43}\.acme\.1001\.[\w-]{43}$/)
    if (status === 200) assert.equal(Object.keys(answered.json), ['authorizationUrl'])
  }
})

test('a person who refuses returns with 422', async () => {
  const back = await answerConsent(await consentScreenOf(service, 'acme'), 'refuse')
  await refusedWith(back, /refused at the DSP/)
})

test('an answer counts once: a browser that repeats it changes nothing', async () => {
  const back = await approved()
  assert.is((await received(back)).status, 200)
  const before = (await events('DspAuthorised')).length
  await refusedWith(back, /answered already/)
  assert.is((await events('DspAuthorised')).length, before)
  await service.must('GET', advertisers())
})

test('of answers that come at once, one counts', async () => {
  const back = await approved()
  const statuses = (await Promise.all([received(back), received(back), received(back)])).map(({ status }) => status)
  assert.equal(statuses.sort(), [200, 422, 422])
})

test('an answer after ten minutes is too late', async () => {
  const back = await approved()
  clock.pass(600_000)
  await refusedWith(back, /not given in time/)
})

test('HEAD uses up nothing and asks for nothing', async () => {
  const back = await approved()
  const before = (await events('DspConsentAsked')).length
  for (const path of [`${back.pathname}${back.search}`, gateway()]) {
    const head = await fetch(service.url + path, { method: 'HEAD', headers: { svc_apikey: adminKey } })
    assert.equal([head.status, head.headers.get('allow')], [405, 'GET'])
  }
  assert.is((await events('DspConsentAsked')).length, before)
  assert.is((await received(back)).status, 200)
})

test('a key that was revoked while the consent was given has asked in vain', async () => {
  const body = { owner: 'shop', permissions: ['Dsp_All'] }
  const { keyId, apiKey: key } = await service.must('POST', `${account}/api-keys`, body)
  const screens = await Promise.all([1, 2].map(() => asked({ key, headers: { accept: 'application/json' } })))
  const [first, second] = await Promise.all(
    screens.map(async ({ json }) => answerConsent(await confirmConsent(service, json.authorizationUrl), 'approve')),
  )
  assert.is((await received(first!)).status, 200)
  await service.must('DELETE', `${account}/api-keys/${keyId}`)
  await refusedWith(second!, /no longer allowed/)
})

test('a code that the DSP does not accept authorises nobody', async () => {
  const back = await approved()
  const { code } = Object.fromEntries(back.searchParams)
  assert.is((await received(back)).status, 200)
  // replayed under a consent of its own
  const other = await approved()
  other.searchParams.set('code', code!)
  await refusedWith(other, /does not accept the code/)
  sandbox.faults.ask('invalid-grant', 1)
  await refusedWith(await approved(), /does not accept the code/)
})

test('a code of a consent that began elsewhere does not fit its verifier', async () => {
  const screen = new URL(await consentScreenOf(service, 'acme'))
  screen.searchParams.set('code_challenge', 'x'.repeat(43))
  await refusedWith(await answerConsent(screen.href, 'approve'), /does not accept the code/)
})

test('an answer without an issuer counts, since not every DSP names it', async () => {
  const back = await approved()
  back.searchParams.delete('iss')
  assert.is((await received(back)).status, 200)
})

test('a partner that is no whole number is 422 in the shape of these operations', async () => {
  for (const partner of ['many', '0', '-1', '1.5', '9007199254740993', '%20'])
    for (const operation of ['auth-gateway', 'advertisers']) {
      const { status, json } = await service.call('GET', `${configurations}/${partner}/${operation}`)
      const [wanted, shown] = operation === 'advertisers' ? [500, 'FAILED'] : [422, 422]
      assert.equal([status, json.status], [wanted, shown], `${partner} ${operation}`)
      assert.match(json.error, /partnerId/)
    }
})

test('without an authorisation the advertisers are FAILED, and the reason says what to call', async () => {
  const { status, json, headers } = await service.call('GET', advertisers(1002))
  assert.equal([status, json.status, headers.get('x-operation-status')], [500, 'FAILED', '500'])
  assert.match(json.error, /needs-authorisation: .*authoriseDsp/)
})

test('a consent that is withdrawn shows in the list of configurations, and a new one too', async () => {
  const wanted = { dspPartnerId: 1001, dspAdvertiserId: 200_001, dspAdvertiserName: 'One', configName: 'Spring' }
  await service.must('POST', configurations, wanted)
  const isAuthorised = async () =>
    (await service.must('GET', `${configurations}?fields=authorised`)).configurations[0].authorised
  await authoriseAt(service, sandbox, 'acme')
  assert.is(await isAuthorised(), true)
  sandbox.grants.revoke()
  const { status, json } = await service.call('GET', advertisers())
  assert.equal([status, json.status], [500, 'FAILED'])
  assert.match(json.error, /withdrawn or has expired.*authoriseDsp/)
  await until(isAuthorised, is => !is)
  await authoriseAt(service, sandbox, 'acme')
  assert.is(await isAuthorised(), true)
  await service.must('GET', advertisers())
})

test('an access token that has ended is replaced without a word', async () => {
  await authoriseAt(service, sandbox, 'acme')
  await service.must('GET', advertisers())
  sandbox.grants.expireTokens()
  await service.must('GET', advertisers())
})

test('the account sees what happened, in words', async () => {
  const { events: found } = await service.must('GET', `${account}/events?filters=type(=)DspAuthorised`)
  assert.ok(found.length > 0)
  assert.not.match(JSON.stringify(found), /(?:code|access|refresh)-[\w-]{43}/)
})

test('without a DSP the operations say which variables are missing', async () => {
  for (const path of [gateway(), advertisers(), '/dsp/callback?state=x&code=y']) {
    const { status, json } = await withoutDsp.call('GET', path)
    assert.equal([status, json.code], [503, 'dsp-not-configured'], path)
  }
})

test.run()
