import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filledTrackers, macrosOf, macroTexts, macroValues } from '../../../src/domain/tags/ad-server-macros.ts'
import { clickBeacons, clickChain, clickFault, macroClickUrl } from '../../../src/domain/tags/click-chain.ts'
import { filledWith } from '../../../src/domain/tags/foreign-macros.ts'

const clickthroughUrl = 'https://shop.example/spring?a=1&b=ü'
const dsp = 'https://dsp.example/click?id=7&adurl='
const tracker = 'https://count.example/c?to={redirect}'

/** Follows a click like the servers in the chain, each reading its one parameter. */
const walk = (url: string): string[] => {
  const next = new URL(url).searchParams.get('to') ?? new URL(url).searchParams.get('adurl')
  return [new URL(url).host, ...(next ? walk(next) : [])]
}

test('a click passes the trackers and the ad server and reaches the shop', () => {
  const all = clickChain({
    clickTrackers: [tracker, tracker.replace('count', 'second')],
    macroClickUrl: dsp,
    clickthroughUrl,
  })
  assert.equal(walk(all!), ['count.example', 'second.example', 'dsp.example', 'shop.example'])
  assert.is(clickChain({ clickTrackers: [], clickthroughUrl }), new URL(clickthroughUrl).href)
})

test('a tracker that cannot redirect is not part of the chain', () => {
  const pixel = 'https://count.example/pixel'
  assert.equal(walk(clickChain({ clickTrackers: [pixel, tracker], clickthroughUrl })!), [
    'count.example',
    'shop.example',
  ])
  assert.equal(clickBeacons([pixel, tracker, 'javascript:1', 'x']), [pixel])
  assert.not.match(clickChain({ clickTrackers: [pixel], clickthroughUrl })!, 'pixel')
})

test('an unexpanded click macro is ignored', () => {
  const unexpanded = [
    `\${CLICK_URL_ENC}`,
    '%24%7BCLICK_URL_ENC%7D',
    '%%CLICK_URL_ENC%%',
    '[CLICK]',
    '',
    'dsp',
    '//dsp.example/',
    'javascript:alert(1)',
    'https://',
    `https://dsp.example/?\${CLICK}`,
  ]
  for (const value of unexpanded) {
    assert.is(macroClickUrl(value), undefined, value)
    assert.equal(walk(clickChain({ clickTrackers: [], macroClickUrl: value, clickthroughUrl })!), ['shop.example'])
  }
  assert.is(macroClickUrl(undefined), undefined)
})

test('a click URL encoded by several ad servers is decoded', () => {
  for (const value of [dsp, encodeURIComponent(dsp), encodeURIComponent(encodeURIComponent(dsp))])
    assert.is(macroClickUrl(value), dsp)
  assert.is(macroClickUrl('https%3A%2F%2Fdsp.example%2F%'), 'https://dsp.example/%')
})

test('a click-through cannot run as a script', () => {
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', '/relative', ''])
    assert.is(clickChain({ clickTrackers: [tracker], macroClickUrl: dsp, clickthroughUrl: bad }), undefined, bad)
  assert.is(clickChain({ clickTrackers: [tracker], macroClickUrl: dsp }), undefined)
})

test('any click-through arrives unchanged', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), landing => {
      const chain = clickChain({ clickTrackers: [tracker], macroClickUrl: dsp, clickthroughUrl: landing })!
      const atDsp = new URL(chain).searchParams.get('to')!
      assert.is(new URL(atDsp).searchParams.get('adurl'), new URL(landing).href)
    }),
  )
})

test('macros are replaced in trackers, and unexpanded ones are dropped', () => {
  assert.is(macrosOf('none'), undefined)
  assert.equal(Object.values(macrosOf('dsp', 12)!), [
    `\${CLICK_URL_ENC}`,
    `\${CACHEBUSTER}`,
    `\${GDPR}`,
    `\${GDPR_CONSENT_12}`,
    `\${GPP_STRING_12}`,
    `\${GPP_SID}`,
    `\${US_PRIVACY}`,
  ])
  const at = new Date(42)
  const literal = macroValues({ cb: `\${CACHEBUSTER}`, gdpr: `\${GDPR}`, gdpr_consent: `\${GDPR_CONSENT_755}` }, at)
  assert.equal(literal, { cachebuster: '42', at })
  const values = macroValues({ cb: '9', gdpr: '1', gdpr_consent: 'CPx.y-z_' }, at)
  const url = `https://t.example/?o={cachebuster}&p=[timestamp]&g=\${GDPR}&c=\${GDPR_CONSENT_755}`
  assert.is(filledWith(url, macroTexts(values)), 'https://t.example/?o=9&p=9&g=1&c=CPx.y-z_')
  assert.is(filledWith(url, macroTexts(literal)), 'https://t.example/?o=42&p=42&g=&c=')
})

const twice = 'https://count.example/?a={redirect}&b={redirect}'
const longest = `https://count.example/?${'%'.repeat(2_000)}&to={redirect}`

test('a tracker with {redirect} twice is no part of a click, and not requested either', () => {
  assert.is(clickChain({ clickTrackers: Array(20).fill(twice), clickthroughUrl }), new URL(clickthroughUrl).href)
  assert.equal(clickBeacons([twice]), [])
  assert.is(clickFault([tracker, twice], ''), 'a click tracker contains {redirect} more than once')
})

test('an address has at most 8,192 characters: what does not fit into it is left out', () => {
  const many = clickChain({ clickTrackers: [tracker, ...Array(20).fill(longest)], clickthroughUrl }) ?? ''
  assert.ok(many.length > 4_000 && many.length <= 8_192, `${many.length}`)
  assert.is(walk(many).at(-1), 'shop.example')
  const adServer = `https://dsp.example/?${'%'.repeat(8_000)}&adurl=`
  const all = clickChain({
    clickTrackers: [tracker],
    macroClickUrl: adServer,
    clickthroughUrl: `${clickthroughUrl}${'x'.repeat(900)}`,
  })
  assert.equal(walk(all ?? ''), ['count.example', 'shop.example'])
})

test('trackers that make too long an address have a fault', () => {
  assert.is(clickFault([tracker, longest], clickthroughUrl), undefined)
  const fault = 'the click trackers and the click-through make an address of more than 8192 characters'
  assert.is(clickFault([longest, longest, longest], ''), fault)
  assert.is(clickFault([], `https://shop.example/${'ü'.repeat(2_000)}`), fault)
  assert.is(clickFault([longest.replace('{redirect}', '')], clickthroughUrl), undefined, 'it does not lead on')
})

test('a click URL is decoded at most four times', () => {
  const encoded = (times: number): string => (times === 0 ? dsp : encodeURIComponent(encoded(times - 1)))
  assert.is(macroClickUrl(encoded(4)), dsp)
  assert.is(macroClickUrl(encoded(5)), undefined)
})

test('a tracker that its values make longer than an address is left out', () => {
  const values = macroTexts(macroValues({ cb: '9'.repeat(4_096) }, new Date(42)))
  const repeated = `https://t.example/?${'{cachebuster}'.repeat(150)}`
  assert.equal(filledTrackers([repeated, 'https://t.example/?{cachebuster}'], values), [
    `https://t.example/?${'9'.repeat(4_096)}`,
  ])
})

test.run()
