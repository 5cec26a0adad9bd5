import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { listAdvertisers } from '../../../src/adapters/dsp/advertisers.ts'
import { openApi } from '../../../src/adapters/dsp/call.ts'
import type { Quota } from '../../../src/adapters/dsp/quota/shared-quota.ts'
import { impatient, mustDo } from '../../support/servers/dsp.ts'
import { aheadClock } from '../../support/service/ahead-clock.ts'

const test = suite('what one account takes of the quotas of others')

/** A DSP that answers each path with a status, and what its requests count as. */
const dspAnswering = (statusOf: (path: string) => number) => {
  const clock = aheadClock()
  const counted: Parameters<Quota['take']>[0][] = []
  const usedUp: Parameters<Quota['usedUp']>[0][] = []
  const urls: string[] = []
  const api = openApi({
    url: 'https://dsp.test',
    clock,
    quota: {
      take: async one => void counted.push(one),
      usedUp: async one => void usedUp.push(one),
    },
    exchange: async ({ url }) => {
      urls.push(url)
      return {
        status: statusOf(url),
        headers: {},
        body: { advertisers: [{ advertiserId: '7', displayName: 'Seven' }] },
      }
    },
  })
  const accessOf = (accountId: string, token = `token of ${accountId}`) => ({ accountId, token: async () => token })
  const get = (accountId: string, advertiserId: number) =>
    api(accessOf(accountId), { method: 'GET', path: `/advertisers/${advertiserId}`, advertiserId, codec: t.any })
  return { api, clock, counted, usedUp, urls, get, accessOf }
}

test('an advertiser that the DSP does not give an account takes nothing of its quota', async () => {
  const { get, counted } = dspAnswering(() => 403)
  for (let i = 0; i < 3; i++) await get('other', 7)
  assert.equal(
    counted.map(({ advertiserId }) => advertiserId),
    [undefined, undefined, undefined],
  )
})

test('what the DSP answers for an advertiser counts as that, for this account and no other', async () => {
  const { get, counted } = dspAnswering(() => 200)
  await get('acme', 7)
  await get('acme', 7)
  await get('other', 7)
  assert.equal(
    counted.map(({ accountId, advertiserId }) => [accountId, advertiserId]),
    [
      ['acme', undefined],
      ['acme', 7],
      ['other', undefined],
    ],
  )
})

test("a refusal for the quota of somebody else's advertiser stops nobody", async () => {
  const { get, usedUp } = dspAnswering(() => 429)
  await get('other', 7)
  assert.equal(usedUp, [])
})

test('a list of advertisers is read once a minute, and again with another consent', async () => {
  const { api, clock, urls, accessOf } = dspAnswering(() => 200)
  const list = listAdvertisers(api, impatient, clock)
  const access = accessOf('acme')
  for (let i = 0; i < 3; i++) mustDo(await list(access, 1001))
  assert.is(urls.length, 1)
  mustDo(await list(accessOf('acme', 'of another consent'), 1001))
  mustDo(await list(access, 1002))
  mustDo(await list(accessOf('other'), 1001))
  assert.is(urls.length, 4)
  clock.pass(60_001)
  mustDo(await list(access, 1001))
  assert.is(urls.length, 5)
})

test.run()
