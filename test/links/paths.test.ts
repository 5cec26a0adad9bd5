import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Download, downloadPath, downloadUrl } from '../../src/links/download-url.ts'
import { type Previewed, previewPath, previewUrl } from '../../src/links/preview-url.ts'
import { checkSignedUrl } from '../../src/links/signed-url.ts'
import { keyPair, secretsUnder } from '../support/memory/secrets.ts'

const test = suite('download and preview links')
const secrets = await secretsUnder(keyPair('k1'))
const now = new Date('2026-03-01T12:34:56.789Z')
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
const queryOf = (link: string) => {
  const { searchParams } = new URL(link, 'http://ads.test')
  return { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' }
}

test('a download link leads to its file, whatever the filename', () => {
  fc.assert(
    fc.property(name, filename => {
      const download: Download = { accountId: 'acme', zip: 'a'.repeat(64), filename }
      const link = downloadUrl(secrets, download, now)
      const segments = (link.split('?')[0] ?? '').split('/').slice(1)
      assert.equal(segments.slice(0, 3), ['downloads', 'acme', download.zip])
      assert.is(segments.length, 4, 'the filename is one segment')
      assert.is(decodeURIComponent(segments[3] ?? ''), filename)
      assert.is(checkSignedUrl(secrets, downloadPath(download), queryOf(link), now), 'ok')
    }),
  )
})

test('a filename with half a character, as old events have it, still has a link', () => {
  const download: Download = { accountId: 'acme', zip: 'a'.repeat(64), filename: 'a\ud835.zip' }
  const link = downloadUrl(secrets, download, now)
  assert.is(decodeURIComponent(link.split('?')[0]?.split('/').at(-1) ?? ''), 'a\ufffd.zip')
})

test('a download link does not work for another file, account or name', () => {
  const download: Download = { accountId: 'acme', zip: 'abc', filename: 'a.zip' }
  const query = queryOf(downloadUrl(secrets, download, now))
  for (const other of [
    { accountId: 'other' },
    { zip: 'abd' },
    { filename: 'b.zip' },
    { zip: 'abc/a.zip', filename: '' },
  ])
    assert.is(checkSignedUrl(secrets, downloadPath({ ...download, ...other }), query, now), 'forged')
})

test('the preview page, its image and its document share path and signature', () => {
  fc.assert(
    fc.property(name, fc.nat(), fc.nat(), (creativeName, retailCampaignIdx, adUnitId) => {
      const previewed: Previewed = { accountId: 'acme', retailCampaignIdx, creativeName, adUnitId }
      const page = previewUrl(secrets, previewed, now)
      const [path, query] = page.split('?')
      assert.is(path, previewPath(previewed))
      assert.is(previewUrl(secrets, previewed, now, '.png'), `${path}.png?${query}`)
      assert.is(previewUrl(secrets, previewed, now, '.html'), `${path}.html?${query}`)
      assert.is(checkSignedUrl(secrets, previewPath(previewed), queryOf(page), now), 'ok')
    }),
  )
})

test('a preview link does not work for another creative, ad unit, campaign or account', () => {
  const previewed: Previewed = { accountId: 'acme', retailCampaignIdx: 7, creativeName: 'one', adUnitId: 1 }
  const query = queryOf(previewUrl(secrets, previewed, now))
  for (const other of [{ accountId: 'other' }, { retailCampaignIdx: 8 }, { creativeName: 'two' }, { adUnitId: 2 }])
    assert.is(checkSignedUrl(secrets, previewPath({ ...previewed, ...other }), query, now), 'forged')
})

test.run()
