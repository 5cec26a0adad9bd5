import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type DspContent, type DspTag, isDspFailure } from '../../../src/ports/dsp.ts'
import { answerConsent, mustDo, type StartedDsp, tagOf } from '../../support/servers/dsp.ts'

/** The contract of a DSP adapter, over a DSP that `start` starts, with five advertisers. */
export const dspContract = (name: string, start: () => Promise<StartedDsp>) => {
  const test = suite(`a DSP: ${name}`)
  let given: StartedDsp
  test.before(async () => {
    given = await start()
  })
  test.after(() => given?.stop())
  const consent = { state: 'state-1', codeVerifier: 'v'.repeat(43), redirectUri: 'https://endcap.test/callback' }
  const codeOf = (result: unknown): string => (isDspFailure(result) ? result.code : 'no failure')

  test('asks for consent with PKCE S256, offline and never by the verifier itself', async () => {
    const url = new URL(mustDo(await given.dsp.authorizationUrl(consent)))
    const asked = Object.fromEntries(url.searchParams)
    assert.is(asked.code_challenge_method, 'S256')
    assert.match(asked.code_challenge ?? '', /^[\w-]{43}$/)
    assert.equal([asked.state, asked.redirect_uri, asked.access_type], ['state-1', consent.redirectUri, 'offline'])
    assert.not.ok(url.href.includes(consent.codeVerifier))
  })

  test('the person returns with code, state and issuer, and the code gives tokens once', async () => {
    const back = await answerConsent(mustDo(await given.dsp.authorizationUrl(consent)), 'approve')
    assert.equal([back.searchParams.get('state'), back.searchParams.get('iss')], ['state-1', given.dsp.issuer])
    const code = back.searchParams.get('code') ?? ''
    const tokens = mustDo(await given.dsp.exchangeCode(code, consent))
    assert.ok(Date.parse(tokens.expiresAt) > given.clock.now().getTime())
    assert.is(codeOf(await given.dsp.exchangeCode(code, consent)), 'needs-authorisation')
  })

  test('a code is worth nothing with another verifier, or for another address', async () => {
    for (const wrong of [{ codeVerifier: 'w'.repeat(43) }, { redirectUri: 'https://elsewhere.test/callback' }]) {
      const back = await answerConsent(mustDo(await given.dsp.authorizationUrl(consent)), 'approve')
      const code = back.searchParams.get('code') ?? ''
      assert.is(codeOf(await given.dsp.exchangeCode(code, { ...consent, ...wrong })), 'needs-authorisation')
    }
  })

  test('a refused consent returns with the reason and no code', async () => {
    const back = await answerConsent(mustDo(await given.dsp.authorizationUrl(consent)), 'refuse')
    assert.equal(Object.fromEntries(back.searchParams), {
      state: 'state-1',
      error: 'access_denied',
      iss: given.dsp.issuer,
    })
  })

  test('tokens are refreshed, and the refresh token is kept', async () => {
    const fresh = mustDo(await given.dsp.refreshTokens(given.tokens.refreshToken))
    assert.is(fresh.refreshToken, given.tokens.refreshToken)
    assert.is.not(fresh.accessToken, given.tokens.accessToken)
  })

  test('lists the advertisers of a partner, and refuses a partner that is not theirs', async () => {
    const listed = mustDo(await given.dsp.listAdvertisers(given.access, 1001))
    assert.equal(
      listed.map(({ name }) => name),
      ['Advertiser 1', 'Advertiser 2', 'Advertiser 3', 'Advertiser 4', 'Advertiser 5'],
    )
    assert.is(codeOf(await given.dsp.listAdvertisers(given.access, 1002)), 'forbidden')
  })

  test('a creative gets another tag, size, name and click URL, and stays the same creative', async () => {
    const { dsp, access, advertiserId, sandbox } = given
    const { creativeId } = mustDo(await dsp.createCreative(access, advertiserId, tagOf('tag-2')))
    const html = '<script src="https://ads.test/tags/other.js"></script>'
    const other = tagOf('tag-2', { name: 'Other', width: 728, height: 90, content: { kind: 'html', html } })
    const updated = mustDo(await dsp.updateCreative(access, advertiserId, creativeId, other))
    assert.equal([updated.creativeId, updated.tagId, updated.name], [creativeId, 'tag-2', 'Other'])
    const { input } = sandbox.store.find(String(advertiserId), creativeId)
    assert.equal([input.thirdPartyTag, input.dimensions], [html, { widthPixels: 728, heightPixels: 90 }])
    mustDo(await dsp.archiveCreative(access, advertiserId, creativeId))
    assert.is(mustDo(await dsp.updateCreative(access, advertiserId, creativeId, other)).state, 'archived')
    assert.is(codeOf(await dsp.updateCreative(access, advertiserId, '1', other)), 'not-found')
  })

  test('creates a creative that is found by the id of its tag, and archives it', async () => {
    const { dsp, access, advertiserId } = given
    const created = mustDo(await dsp.createCreative(access, advertiserId, tagOf('tag-1')))
    assert.equal([created.tagId, created.state, created.review], ['tag-1', 'active', 'pending'])
    assert.equal(mustDo(await dsp.getCreative(access, advertiserId, created.creativeId)), created)
    const find = { advertiserId, isWanted: (id: string) => id === 'tag-1' }
    assert.equal(mustDo(await dsp.findCreatives(access, find)), [created])
    const archived = mustDo(await dsp.archiveCreative(access, advertiserId, created.creativeId))
    assert.is(archived.state, 'archived')
    assert.is(mustDo(await dsp.archiveCreative(access, advertiserId, created.creativeId)).state, 'archived')
    assert.equal(mustDo(await dsp.findCreatives(access, find)), [], 'lists leave archived creatives out')
    const [found] = mustDo(await dsp.findCreatives(access, { ...find, archived: true }))
    assert.is(found?.creativeId, created.creativeId)
  })

  test('creates a creative of a VAST document', async () => {
    const content = { kind: 'vast', url: 'https://ads.test/vast.xml' } as const
    const created = mustDo(await given.dsp.createCreative(given.access, given.advertiserId, tagOf('film', { content })))
    assert.is(created.tagId, 'film')
  })

  test('keeps a name of 240 bytes as it is, since cut names could be the same', async () => {
    const name = `${'x'.repeat(236)}🌷`
    const created = mustDo(await given.dsp.createCreative(given.access, given.advertiserId, tagOf('long', { name })))
    assert.is(created.name, name)
  })

  test('finds every creative of many pages, oldest first, and only those since a time', async () => {
    const { dsp, access, advertiserId } = given
    const ids = Array.from({ length: 450 }, (_, i) => `page-${i}`)
    for (const id of ids) mustDo(await dsp.createCreative(access, advertiserId, tagOf(id)))
    const find = { advertiserId, isWanted: (id: string) => id.startsWith('page-') }
    const found = mustDo(await dsp.findCreatives(access, find))
    assert.equal(
      found.map(({ tagId }) => tagId),
      ids,
    )
    given.sandbox.arrivals.length = 0
    assert.is(mustDo(await dsp.findCreatives(access, { ...find, hashTag: () => 'hash' })).length, 450)
    assert.is(given.sandbox.arrivals.length, 3, 'with their tags too, on as few pages as the DSP gives')
    const later = new Date(given.clock.now().getTime() + 10 * 60_000).toISOString()
    assert.equal(mustDo(await dsp.findCreatives(access, { ...find, since: later })), [])
    const since = new Date(given.clock.now().getTime() + 4 * 60_000).toISOString()
    assert.is(mustDo(await dsp.findCreatives(access, { ...find, since })).length, 450, 'five minutes to spare')
  })

  test('hashes the tags of creatives as the DSP has them, whatever was sent or changed there', async () => {
    const { dsp, access, advertiserId, sandbox } = given
    const sent = { ...tagOf('hashed-html') }
    const film = tagOf('hashed-film', { content: { kind: 'vast', url: 'https://ads.test/vast.xml' } })
    for (const tag of [sent, film]) mustDo(await dsp.createCreative(access, advertiserId, tag))
    const isWanted = (id: string) => id.startsWith('hashed-')
    const hashed = async () =>
      mustDo(await dsp.findCreatives(access, { advertiserId, isWanted, hashTag: tag => JSON.stringify(tag) })).map(
        ({ tagHash }) => JSON.parse(tagHash ?? 'null'),
      )
    const contentOf = ({ tagId: _, ...content }: DspTag): DspContent => content
    assert.equal(await hashed(), [contentOf(sent), contentOf(film)])
    const [stored] = Array.from(sandbox.store.all()).filter(({ input }) => input.integrationCode === sent.tagId)
    if (!stored) throw new Error('nothing was stored')
    sandbox.store.change(stored, { ...stored.input, dimensions: { widthPixels: 1, heightPixels: 2 } })
    assert.equal((await hashed())[0], { ...contentOf(sent), width: 1, height: 2 })
  })

  test('reads the tags of a page that is too large in smaller ones, however large those of others are', async () => {
    const { dsp, access, sandbox } = given
    const advertiserId = Number(sandbox.advertisers[1]?.advertiserId)
    const html = (bytes: number) => ({ kind: 'html', html: 'x'.repeat(bytes) }) as const
    const tags = Array.from({ length: 20 }, (_, i) => tagOf(`large-${i}`, { content: html(900_000) }))
    for (const tag of tags) mustDo(await dsp.createCreative(access, advertiserId, tag))
    const hashTag = (tag: DspContent) => (tag.content.kind === 'html' ? String(tag.content.html.length) : '')
    const found = mustDo(await dsp.findCreatives(access, { advertiserId, isWanted: () => true, hashTag }))
    assert.equal(
      found.map(({ tagId, tagHash }) => [tagId, tagHash]),
      tags.map(({ tagId }) => [tagId, '900000']),
    )
  })

  test('reports what the DSP does not have, and what the person may not see', async () => {
    const { dsp, access, advertiserId } = given
    assert.is(codeOf(await dsp.getCreative(access, advertiserId, '1')), 'not-found')
    assert.is(codeOf(await dsp.archiveCreative(access, advertiserId, '1')), 'not-found')
    assert.is(codeOf(await dsp.createCreative(access, 7, tagOf('elsewhere'))), 'forbidden')
  })

  test('reports why the DSP refuses a creative', async () => {
    const refused = await given.dsp.createCreative(given.access, given.advertiserId, tagOf('', { name: '' }))
    assert.ok(isDspFailure(refused))
    assert.equal([refused.code, refused.transient], ['refused', false])
    assert.match(refused.detail, 'The DSP refused the request. It answered 400. It says: displayName must not be empty')
  })

  test('an aborted call ends', async () => {
    const { dsp, access, advertiserId } = given
    const ended = await dsp.createCreative(access, advertiserId, tagOf('ended'), AbortSignal.abort())
    assert.is(codeOf(ended), 'ended')
  })
  return test
}
