import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveUrl } from '../../../src/domain/tags/serve-url.ts'
import { adTag, isSecure, type TagData } from '../../../src/domain/tags/tag.ts'
import { loader } from '../../../src/domain/tags/tag-loader.ts'

const data: TagData = {
  publicUrl: 'https://endcap.example',
  accountId: 'acme',
  retailCampaignIdx: 12,
  adUnitId: 3,
  width: 300,
  height: 250,
  macroStyle: 'dsp',
  impressionTrackers: ['https://t.example/i?a=1&cb={cachebuster}'],
}

test('a tag contains exactly the macros of its ad server', () => {
  const tag = adTag(data)
  for (const macro of [`\${CLICK_URL_ENC}`, `\${CACHEBUSTER}`, `\${GDPR}`, `\${GDPR_CONSENT_755}`])
    assert.ok(tag.includes(macro), macro)
  assert.ok(adTag({ ...data, gdprVendor: 12 }).includes(`\${GDPR_CONSENT_12}`))
  assert.not.match(adTag({ ...data, macroStyle: 'none' }), /\$\{|data-click/)
  assert.not.match(loader, /\$\{|%|\]\[|<\//)
})

test('a tag for https pages loads over https', () => {
  assert.match(adTag(data), 'data-endcap="https://endcap.example/serve/acme/12/3"')
  assert.not.match(adTag(data), 'http:')
  assert.ok(isSecure('HTTPS://endcap.example'))
  assert.not(isSecure('http://localhost:8080'))
  assert.is(serveUrl({ ...data, publicUrl: 'https://endcap.example/' }), 'https://endcap.example/serve/acme/12/3')
})

test('a browser without scripts shows the image, a link and the trackers', () => {
  const tag = adTag(data)
  assert.match(
    tag,
    `<a href="https://endcap.example/serve/acme/12/3/click?cb=\${CACHEBUSTER}" target="_blank" rel="noopener">`,
  )
  assert.match(tag, `src="https://endcap.example/serve/acme/12/3.png?cb=\${CACHEBUSTER}" width="300" height="250"`)
  assert.match(tag, `<img src="https://t.example/i?a=1&amp;cb=\${CACHEBUSTER}" width="1" height="1"`)
})

test('many trackers do not make the tag too long for an ad server', () => {
  const impressionTrackers = Array.from({ length: 60 }, (_, i) => `https://t.example/${'ä'.repeat(1000)}/${i}`)
  const tag = adTag({ ...data, impressionTrackers })
  assert.ok(Buffer.byteLength(tag) <= 64 * 1024)
  assert.ok(Buffer.byteLength(tag) > 60 * 1024)
  assert.match(tag, '</noscript></ins><script async>')
})

test('no tracker can break out of the tag', () => {
  const tracker = fc
    .string({ unit: fc.constantFrom(...`<>"'&;{}/scriptno-`) })
    .map(text => `https://t.example/?${text}`)
  fc.assert(
    fc.property(fc.array(tracker, { maxLength: 3 }), impressionTrackers => {
      const parsed = parseFragment(adTag({ ...data, impressionTrackers }), { scriptingEnabled: false })
      assert.equal(
        parsed.childNodes.map(node => node.nodeName),
        ['ins', 'script'],
      )
      const [ins] = parsed.childNodes as unknown as [
        { childNodes: { nodeName: string; childNodes: { nodeName: string }[] }[] },
      ]
      assert.equal(
        ins.childNodes.map(node => node.nodeName),
        ['noscript'],
      )
      assert.equal(
        ins.childNodes[0]!.childNodes.map(node => node.nodeName),
        ['a', ...impressionTrackers.map(() => 'img')],
      )
    }),
  )
})

test.run()
