import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { macrosOf, macroTexts } from '../../../src/domain/tags/ad-server-macros.ts'
import { filledWith, meaningOf, unknownMacros } from '../../../src/domain/tags/foreign-macros.ts'
import { macroSlots, unknownMacrosOf, withMacros } from '../../../src/domain/tags/html-macros.ts'
import { pixelKey, pixelUrl } from '../../../src/domain/tags/impression-pixel.ts'

const values = { cachebuster: '9', gdpr: '1', consent: 'CP', gpp: 'DB~A', gppSid: '2,6', usPrivacy: '1YNN' }
const texts = macroTexts(
  { ...values, at: new Date('2026-03-01T12:00:10.123Z') },
  { dimension: '300x250', creativeName: 'Pot 5"' },
)
const filled = (parameters: string) => filledWith(`https://t.example/i?${parameters}`, texts)
const at = { accountId: 'acme', retailCampaignIdx: 12, adUnitId: 3, publicUrl: 'https://ads.example' }

test('macros of other ad servers get the values of the impression', () => {
  for (const macro of [
    '%%CACHEBUSTER%%',
    '%%TTD_CACHEBUSTER%%',
    '$' + '{CACHEBUSTER}',
    '[timestamp]',
    '__ADFRND__',
    '%%ADFRND%%',
    '[CACHEBUSTER]',
    '[CACHEBUSTING]',
    '[RANDOM]',
    '[random]',
    '[%FT_RANDOM%]',
    '%n',
  ])
    assert.is(filled(`a=1&r=${macro}`), 'https://t.example/i?a=1&r=9', macro)
  for (const [macro, text] of [
    ['[TIMESTAMP]', '2026-03-01T12%3A00%3A10.123Z'],
    ['$' + '{GPP_STRING_755}', 'DB~A'],
    ['[GPPSTRING]', 'DB~A'],
    ['$' + '{GPP_SID}', '2%2C6'],
    ['$' + '{US_PRIVACY}', '1YNN'],
    ['%%TTD_GDPR_CONSENT%%', 'CP'],
    ['%%WIDTH%%', '300'],
    ['$' + '{HEIGHT}', '250'],
    ['__ADFDIM__', '300x250'],
    ['%%TTD_ADFORMAT%%', '300x250'],
    ['$' + '{CREATIVE_ID}', 'Pot%205%22'],
    ['%ecid!', 'Pot%205%22'],
    ['[%FT_CREATIVE_ID%]', 'Pot%205%22'],
  ] as const)
    assert.is(filled(`a=1&r=${macro}`), `https://t.example/i?a=1&r=${text}`, macro)
  assert.is(filled('g=$' + '{GDPR}&c=$' + '{GDPR_CONSENT_278}&d=[GDPRCONSENT]'), 'https://t.example/i?g=1&c=CP&d=CP')
})

test('a parameter with an unknown macro is left out of the request, and the others stay', () => {
  for (const macro of [
    '%%SITE%%',
    '%%PATTERN:url%%',
    '$' + '{USER_ID}',
    '__ADFPAGEURL__',
    '[PLACEMENTTYPE]',
    '[%FT_X%]',
    '%u',
    '%eaid!',
  ])
    for (const parameters of [`a=1&u=${macro}&b=2`, `u=${macro}&a=1&b=2`, `a=1&b=2&u=x-${macro}-y`])
      assert.is(filled(parameters), 'https://t.example/i?a=1&b=2', parameters)
  assert.is(filled('u=%%SITE%%'), 'https://t.example/i')
  assert.is(filledWith('https://t.example/i;ord=[timestamp];u=%u', { cachebuster: '9' }), 'https://t.example/i;ord=9')
  assert.is(filled('to=%%SITE%%{redirect}'), 'https://t.example/i?to={redirect}')
})

test('what only looks like a macro stays as it is', () => {
  for (const parameters of [
    'ids[]=1&a[b]=2',
    'a=%25%c3%bc',
    'a=100%&b=%',
    'a={x}&b=$x',
    'a[size]=1',
    'a[Size]=1',
    '%number=1',
  ])
    assert.is(filled(parameters), `https://t.example/i?${parameters}`)
})

test('without scripts the macros of others become those of the ad server, which knows its own', () => {
  const tracker = 'https://t.example/i?r=%%CACHEBUSTER%%&u=%%SITE%%&c=$' + '{GDPR_CONSENT_278}'
  const own = ['https://t.example/i?r=$', '{CACHEBUSTER}&c=$', '{GDPR_CONSENT_278}'].join('')
  assert.is(pixelUrl(tracker, at, macrosOf('dsp')), own)
  assert.is(pixelUrl(tracker, at, undefined), `https://ads.example/serve/acme/12/3/impression/${pixelKey(tracker)}`)
})

test('a macro for the click before an address gives way to it', () => {
  for (const macro of ['%%CLICK_URL_UNESC%%', '$' + '{CLICK_URL}', '[%FT_CLICK%]', '%c', '%%c1;cpdir=%%'])
    assert.is(filledWith(`${macro}https://t.example/c?r=[random]`, texts), 'https://t.example/c?r=9', macro)
  assert.is(
    filled('to=%%CLICK_URL_ESC%%https%3A%2F%2Fshop.example'),
    'https://t.example/i?to=https%3A%2F%2Fshop.example',
  )
})

test('macros without a value are named', () => {
  assert.equal(unknownMacros('https://t.example/?a=%%SITE%%&b=[random]&c=%u'), ['%%SITE%%', '%u'])
  assert.is(meaningOf('%%SITE%%'), undefined)
})

const inHtml = (html: string) => withMacros(html, macroSlots(html), texts)

test('addresses in the HTML of an ad get values, wherever they are, and nothing else is changed', () => {
  for (const [html, wanted] of [
    [
      '<img src="https://px.example/i?r=%%CACHEBUSTER%%&amp;s=%%SITE%%&amp;a=&quot;">',
      '<img src="https://px.example/i?r=9&amp;a=&quot;">',
    ],
    ['<img width=1 src=//px.example/i;ord=[timestamp]>', '<img width=1 src="//px.example/i;ord=9">'],
    [
      '<script src="https://s.example/?w=%%WIDTH%%&h=%%HEIGHT%%"></script>',
      '<script src="https://s.example/?w=300&amp;h=250"></script>',
    ],
    [
      `<script>var u = 'https://px.example/?r=' + Math.random(), v = "//px.example/?c=$` +
        '{GDPR_CONSENT_755}&u=%u";</script>',
      `<script>var u = 'https://px.example/?r=' + Math.random(), v = "//px.example/?c=CP";</script>`,
    ],
  ] as const)
    assert.is(inHtml(html), wanted)
  for (const html of [
    '<p title="%%SITE%%">%%SITE%% [NEW] 50%n</p>',
    '<script>var t = `$' + '{GDPR}`, n = "%%SITE%%", a = list[INDEX]</script>',
    '<style>p::after{content:"[NEW]"}</style>',
    '<a href="%%CLICK_URL_UNESC%%https://www.brand.example/">x</a>',
    '<a href="{{clickUrl}}?r=[random]">x</a>',
    '<p data-note="https://px.example/ says %%SITE%%">x</p>',
    '<script>var t = "see https://px.example/ [NEW]"</script>',
    '<style>p{background:url(data:image/svg+xml,//%n)}</style>',
    '<style>p{background:url({{photo}}?r=[random])}</style>',
    '<script>broken( "https://px.example/?r=[random]</script>',
  ])
    assert.is(inHtml(html), html)
})

test('addresses get values however styles, scripts, JSON and markup in scripts write them', () => {
  for (const [html, wanted] of [
    [
      '<style>a::after{content:"[NEW]"}p{background:url(https://px.example/i?r=[random]&u=%%SITE%%)}</style>',
      '<style>a::after{content:"[NEW]"}p{background:url(https://px.example/i?r=9)}</style>',
    ],
    [
      `<p style="background:url('https://px.example/i?c=%ecid!&amp;r=%n')">x</p>`,
      `<p style="background:url(&#39;https://px.example/i?c=Pot%205%22&amp;r=9&#39;)">x</p>`,
    ],
    [
      '<script>var u = "https:\\/\\/px.example\\/i?a=1\\u0026u=%%SITE%%\\u0026r=[random]"</script>',
      '<script>var u = "https://px.example/i?a=1&r=9"</script>',
    ],
    [
      '<script type="application/json">{"u":"https:\\/\\/px.example\\/i?r=[random]","n":1}</script>',
      '<script type="application/json">{"u":"https://px.example/i?r=9","n":1}</script>',
    ],
    [
      `<script>var s = JSON.parse('{"u":"https:\\\\/\\\\/px.example\\\\/i?u=%u","n":1}')</script>`,
      `<script>var s = JSON.parse('{\\"u\\":\\"https:\\\\/\\\\/px.example\\\\/i\\",\\"n\\":1}')</script>`,
    ],
    [
      '<script>document.write("<img src=\'https://px.example/i?a=1&amp;r=[random]\'>")</script>',
      '<script>document.write("\\u003cimg src=\\u0027https://px.example/i?a=1&amp;r=9\\u0027>")</script>',
    ],
    [
      '<div data-ad="{&quot;u&quot;:&quot;https://px.example/i?a=1&amp;r=[random]&quot;}"></div>',
      '<div data-ad="{&quot;u&quot;:&quot;https://px.example/i?a=1&amp;r=9&quot;}"></div>',
    ],
    [
      '<img srcset="https://px.example/1?r=[random] 1x, https://px.example/2?u=%%SITE%% 2x">',
      '<img srcset="https://px.example/1?r=9 1x, https://px.example/2 2x">',
    ],
  ] as const)
    assert.is(inHtml(html), wanted)
  assert.equal(
    unknownMacrosOf(macroSlots('<style>p{background:url(//px.example/?s=%%SITE%%)}</style><script>x = "%u"</script>')),
    ['%%SITE%%'],
  )
})

test('macros without a value in HTML are named once', () => {
  const html =
    '<img src="https://a.example/?s=%%SITE%%&r=%n"><iframe src="https://b.example/?s=%%SITE%%&u=%u"></iframe>'
  assert.equal(unknownMacrosOf(macroSlots(html)), ['%%SITE%%', '%u'])
})

test.run()
