import type { IncomingMessage, ServerResponse } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openDsp } from '../../../src/adapters/dsp/open-dsp.ts'
import { hostsOf } from '../../../src/adapters/dsp/settings.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { type DspFailure, isDspFailure } from '../../../src/ports/dsp.ts'
import { impatient, noQuota, tagOf } from '../../support/servers/dsp.ts'
import { loopback } from '../../support/servers/loopback.ts'

type Given = { readonly undo: (() => Promise<unknown>)[] }
const test = suite<Given>('a DSP that cannot be trusted', { undo: [] })
test.after.each(async ({ undo }) => {
  for (const end of undo.splice(0).reverse()) await end()
})

const token = 'access-token-that-is-secret'
const clientSecret = 'client-secret-that-is-secret'
const access = { accountId: 'acme', token: async () => token }

type Handle = (request: IncomingMessage, response: ServerResponse) => void
/** `timeoutMs`: long enough for a busy machine, unless a test waits for it. */
const dspOver = async (given: Given, handle: Handle, { timeoutMs } = impatient) => {
  const server = await loopback(handle)
  const { origin } = server
  const settings = { url: origin, authUrl: `${origin}/auth`, tokenUrl: `${origin}/token`, clientId: 'c', clientSecret }
  const fetcher = openFetcher({ egressAllow: hostsOf(settings) })
  given.undo.push(server.stop, fetcher.close)
  const patience = { ...impatient, timeoutMs, retries: 1 }
  const clock = { now: () => new Date() }
  return { server, dsp: openDsp({ settings, fetcher, quota: noQuota, clock, patience }) }
}
const json = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const failureOf = (result: unknown): DspFailure => {
  assert.ok(isDspFailure(result))
  assert.not.match(JSON.stringify(result), 'secret')
  return result
}

test('no error shows the token or the secret, although the DSP repeats them', async given => {
  for (const status of [400, 403, 404, 429, 500]) {
    const error = { code: status, status: 'X', message: `Bearer ${token} was bad` }
    const { dsp } = await dspOver(given, json(status, { error, error_description: clientSecret }))
    failureOf(await dsp.createCreative(access, 1, tagOf('a')))
    failureOf(await dsp.exchangeCode('code', { codeVerifier: 'v', redirectUri: 'https://a.test' }))
  }
})

test('a text of the DSP is one line of bounded length', async given => {
  const message = `bad\r\n\u202e${'x'.repeat(100_000)}`
  const { dsp } = await dspOver(given, json(400, { error: { message, status: 'INVALID_ARGUMENT' } }))
  const { detail } = failureOf(await dsp.createCreative(access, 1, tagOf('a')))
  assert.ok(detail.length < 400)
  assert.not.match(detail, /[\r\n\u202e]/)
})

test('answers that are no JSON, too large, of another shape or that lead elsewhere are unreadable', async given => {
  const other = await loopback((_, response) => void response.end('{}'))
  given.undo.push(other.stop)
  const answers: readonly Handle[] = [
    (_, response) => void response.end('<html>'),
    json(200, []),
    json(200, { creatives: [{ creativeId: 5 }], advertisers: [{}] }),
    (_, response) => void response.end(`"${'x'.repeat(5_000_000)}"`),
    (_, response) => void response.end('['.repeat(100_000)),
    (_, response) => void response.writeHead(307, { location: `${other.origin}/steal` }).end(),
  ]
  for (const [i, handle] of answers.entries()) {
    const { dsp } = await dspOver(given, handle)
    const find = { advertiserId: 1, isWanted: () => true }
    assert.is(failureOf(await dsp.findCreatives(access, find)).code, 'unreadable', String(i))
    assert.is(failureOf(await dsp.listAdvertisers(access, 1)).code, 'unreadable', String(i))
    const created = failureOf(await dsp.createCreative(access, 1, tagOf('a')))
    assert.equal([created.code, created.unsure], ['unreadable', true], 'it may have been created')
  }
  assert.is(other.seen.length, 0)
})

test('a list that never ends is left', async given => {
  const { dsp, server } = await dspOver(given, json(200, { advertisers: [], nextPageToken: 'more' }))
  assert.is(failureOf(await dsp.listAdvertisers(access, 1)).code, 'too-many')
  assert.is(server.seen.length, 1_000)
})

test('a DSP that never answers times out', async given => {
  const { dsp } = await dspOver(given, () => undefined, { ...impatient, timeoutMs: 1_000 })
  assert.equal(failureOf(await dsp.getCreative(access, 1, '2')).code, 'timeout')
  assert.equal(failureOf(await dsp.refreshTokens('r')).code, 'timeout')
})

test('an id cannot lead to another path', async given => {
  const { dsp, server } = await dspOver(given, json(404, {}))
  await dsp.getCreative(access, 1, '../../2/creatives/3?x=')
  assert.is(server.seen[0]?.url, '/v4/advertisers/1/creatives/..%2F..%2F2%2Fcreatives%2F3%3Fx%3D')
})

test('only the hosts of the configuration may be private', async given => {
  const { server } = await dspOver(given, json(200, {}))
  const settings = {
    url: server.origin,
    authUrl: 'https://auth.test/',
    tokenUrl: 'https://token.test/',
    clientId: 'c',
    clientSecret,
  }
  assert.equal(hostsOf(settings), [server.host, 'auth.test:443', 'token.test:443'])
  const fetcher = openFetcher({ egressAllow: hostsOf({ ...settings, url: 'https://api.test' }) })
  given.undo.push(fetcher.close)
  const dsp = openDsp({ settings, fetcher, quota: noQuota, clock: { now: () => new Date() }, patience: impatient })
  assert.is(failureOf(await dsp.getCreative(access, 1, '2')).code, 'address-refused')
})

test('a consent without the scope, or without a token that lasts, asks for another one', async given => {
  const answer = { access_token: 'a', expires_in: 60, token_type: 'Bearer' }
  for (const more of [{}, { refresh_token: 'r', scope: 'openid' }]) {
    const { dsp } = await dspOver(given, json(200, { ...answer, ...more }))
    const failed = failureOf(await dsp.exchangeCode('code', { codeVerifier: 'v', redirectUri: 'https://a.test' }))
    assert.is(failed.code, 'consent-incomplete')
  }
})

test('a wrong client is reported as that', async given => {
  const { dsp } = await dspOver(given, json(401, { error: 'invalid_client' }))
  assert.is(failureOf(await dsp.refreshTokens('r')).code, 'client-refused')
})

test.run()
