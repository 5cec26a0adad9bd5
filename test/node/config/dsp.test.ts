import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startDspSandbox } from '../../../src/dsp-sandbox/start.ts'
import { dspSettings } from '../../../src/node/config/dsp-settings.ts'
import { readConfig } from '../../../src/node/config/read-config.ts'
import { nodeDsp } from '../../../src/node/node-dsp.ts'
import { type Dsp, isDspFailure } from '../../../src/ports/dsp.ts'
import { memoryReadModels } from '../../support/memory/read-models.ts'
import { accessOf, authorised, mustDo, settingsOf, tagOf } from '../../support/servers/dsp.ts'

const test = suite('the DSP of the environment')
const all = {
  DSP_URL: 'https://displayvideo.googleapis.com',
  DSP_AUTH_URL: 'https://accounts.google.com/o/oauth2/v2/auth',
  DSP_TOKEN_URL: 'https://oauth2.googleapis.com/token',
  DSP_CLIENT_ID: 'client',
  DSP_CLIENT_SECRET: 'hidden-word',
  DSP_REDIRECT_URL: 'https://shop.test/dsp',
}
const read = (env: Readonly<Record<string, string>>) => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  return config.right
}
const faultsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  const config = readConfig(env)
  return E.isLeft(config) ? config.left : []
}
const shared = () => ({
  clock: { now: () => new Date(), monotonic: () => performance.now() },
  readModels: memoryReadModels(),
})

test('its variables are set all or none, and those that are missing are named', () => {
  for (const name of Object.keys(all)) {
    const { [name as keyof typeof all]: _, ...others } = all
    const config = readConfig(others)
    assert.equal(config, E.left([`${name} must be set too: the variables of the DSP are set all or none`]))
    assert.not.match(JSON.stringify(config), 'hidden-word')
  }
  assert.is(dspSettings(read({})), undefined)
  assert.is(dspSettings(read(all))?.clientSecret, 'hidden-word')
})

test('an address of another protocol is refused', () => {
  for (const name of ['DSP_URL', 'DSP_AUTH_URL', 'DSP_TOKEN_URL', 'DSP_REDIRECT_URL'])
    for (const value of ['ftp://dsp.test', 'javascript:alert(1)', 'dsp.test', 'https://dsp.test/#a'])
      assert.is(faultsOf({ ...all, [name]: value }).length, 1, `${name} ${value}`)
  for (const name of ['DSP_URL', 'DSP_AUTH_URL', 'DSP_TOKEN_URL'])
    assert.is(faultsOf({ ...all, [name]: 'https://dsp.test/?a=1' }).length, 1, name)
  assert.equal(faultsOf({ ...all, DSP_REDIRECT_URL: 'https://shop.test/?page=dsp' }), [])
})

test('without them every call says which ones to set', async () => {
  const dsp: Dsp & { close(): Promise<void> } = nodeDsp(read({}), shared())
  const access = { accountId: 'acme', token: async () => 'token' }
  for (const answer of [
    await dsp.authorizationUrl({ state: 's', codeVerifier: 'v', redirectUri: 'https://a.test' }),
    await dsp.listAdvertisers(access, 1),
    await dsp.createCreative(access, 1, tagOf('a')),
  ]) {
    assert.ok(isDspFailure(answer))
    assert.is(answer.code, 'not-configured')
    for (const name of Object.keys(all)) assert.match(answer.detail, name)
  }
  await dsp.close()
})

test('the node reaches the hosts of these variables although they are private, and exports', async () => {
  const sandbox = await startDspSandbox()
  const settings = settingsOf(sandbox)
  const dsp = nodeDsp(
    read({
      ...all,
      DSP_URL: settings.url,
      DSP_AUTH_URL: settings.authUrl,
      DSP_TOKEN_URL: settings.tokenUrl,
      DSP_CLIENT_ID: settings.clientId,
      DSP_CLIENT_SECRET: settings.clientSecret,
    }),
    shared(),
  )
  try {
    assert.is(dsp.issuer, sandbox.url)
    const access = accessOf(dsp, await authorised(dsp))
    const [advertiser] = mustDo(await dsp.listAdvertisers(access, 1001))
    assert.is(mustDo(await dsp.createCreative(access, advertiser?.id ?? 0, tagOf('a'))).tagId, 'a')
  } finally {
    await dsp.close()
    await sandbox.stop()
  }
})

test.run()
