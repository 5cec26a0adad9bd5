import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { preparedAd } from '../../../src/domain/tags/prepared-ad.ts'
import { emptyDocument, type Served, servedDocument } from '../../../src/domain/tags/served-document.ts'

const document = ({ html, ...served }: Omit<Served, 'ad'> & { readonly html: string }): string =>
  servedDocument({ ...served, ad: preparedAd(html) })

const served = { impressionTrackers: [], clickTrackers: [], clickthroughUrl: `https://shop.example/?a=1&b="'<x>` }

test('the document keeps its doctype first, so that the ad has the same mode as its preview', () => {
  for (const start of ['<!DOCTYPE html>', '\ufeff<!-- saved --> <!doctype html public "x">'])
    assert.ok(
      document({ ...served, html: `${start}<html><head></head>` }).startsWith(`${start}<base target="_blank"><script>`),
    )
  assert.ok(document({ ...served, html: '<p>part</p>' }).startsWith('<base target="_blank"><script>'))
})

test('a click-through cannot break out of its link or script', () => {
  const html = document({
    ...served,
    html: `<a href="{{ clickUrl }}">x</a><script>var u='{{{clickUrl}}}'</script>`,
  })
  assert.match(html, '<a href="https://shop.example/?a=1&amp;b=%22%27%3Cx%3E">')
  assert.match(html, "var u='https://shop.example/?a=1&b=%22%27%3Cx%3E'")
  const trackers = document({
    ...served,
    html: '',
    impressionTrackers: ['https://t.example/#</script><script>alert(1)'],
  })
  assert.is(trackers.match(/<\/?script/g)?.length, 2)
})

test('trackers are requested over https where the ad is, because Firefox refuses those of http', () => {
  const trackers = (name: string) => [
    `http://t.example/${name}?u=http://x`,
    `http://t.example:80/${name}`,
    `https://u.example/${name}`,
  ]
  const html = (isSecure: boolean) =>
    document({
      html: '',
      isSecure,
      clickTrackers: trackers('click'),
      impressionTrackers: trackers('impression'),
      viewableTrackers: trackers('viewable'),
      loadTrackers: trackers('load'),
      scriptTrackers: trackers('script'),
    })
  for (const name of ['click', 'impression', 'viewable', 'load', 'script']) {
    const upgraded = [`https://t.example/${name}?u=http://x`, `https://t.example/${name}`, `https://u.example/${name}`]
    assert.match(html(true), JSON.stringify(upgraded), name)
    assert.match(html(false), JSON.stringify(trackers(name)), name)
  }
})

test('the address of an ad server cannot break out of an attribute, a script in it, or a comment', () => {
  const slots = [
    `<div onclick="window.open('{{clickUrl}}')">`,
    '<a href={{clickUrl}}>x</a>',
    `<script>// {{{clickUrl}}}\nvar u='{{{clickUrl}}}'</script>`,
  ].join('')
  const ends = [`'`, '"', '`', '<', '>', '\\', ' ', '\t', '\n', '\r', '\f', '\u00a0', '\u0085', '\u2028', '\u2029']
  for (const end of ends) {
    const html = document({ ...served, macroClickUrl: `https://dsp.example/?a${end}b=`, html: slots })
    const encoded = `?a${end === `'` ? '%27' : encodeURIComponent(end)}b=`
    assert.is(html.slice(html.indexOf('<div')).split(encoded).length - 1, 4, JSON.stringify(end))
  }
})

test('a script gets the address behind the click as it is, in whatever notation, and an attribute escaped', () => {
  const clickthroughUrl = 'https://shop.example/?a=1&b=2'
  const slots = [
    '<SCRIPT>u="{{clickUrl}}"; s="<script>"; v="{{{clickUrl}}}"</SCRIPT>',
    '<a href="{{clickUrl}}">',
    '<script\nasync>{{ clickUrl }}</script >',
    '<scripted>{{clickUrl}}',
  ].join('|')
  const html = document({ ...served, clickTrackers: [], clickthroughUrl, html: slots })
  const escaped = clickthroughUrl.replace('&', '&amp;')
  assert.match(html, `u="${clickthroughUrl}"; s="<script>"; v="${clickthroughUrl}"`)
  assert.match(html, `<a href="${escaped}">|<script\nasync>${clickthroughUrl}</script >|<scripted>${escaped}`)
})

test('what only looks like the start of a script leaves the address of an ad server escaped behind it', () => {
  const macroClickUrl = 'https://dsp.example/?u=&#39;);alert(1)//'
  const link = `<a onclick="window.open('{{clickUrl}}')">`
  for (const before of [
    '<!-- <script> -->',
    '<style>/* <script> */</style>',
    '<textarea><script></textarea>',
    '<svg><script href="a.js"/></svg>',
    '<p title="<script>">',
    '\r\n\u{1f388}<script>a="{{{clickUrl}}}"</script>\r\n',
  ]) {
    const html = document({ ...served, macroClickUrl, html: before + link })
    assert.match(html.slice(html.lastIndexOf('<a ')), '?u=&amp;#39;);', before)
  }
  const cutOff = document({ ...served, macroClickUrl, html: '<script>a="{{clickUrl}}' })
  assert.match(cutOff, 'a="https://dsp.example/?u=&#39;')
  const inTag = document({ ...served, macroClickUrl, html: '<script src="{{clickUrl}}"></script>' })
  assert.match(inTag, '<script src="https://dsp.example/?u=&amp;#39;')
})

test('the address of an ad server cannot break out of a script in an attribute in whatever notation', () => {
  const macroClickUrl = 'https://dsp.example/?u=&#39;),alert(1)//&apos;'
  for (const slot of ['{{clickUrl}}', '{{{clickUrl}}}', '{{{ clickUrl }}}']) {
    const html = document({ ...served, macroClickUrl, html: `<button onclick="window.open('${slot}')">` })
    assert.match(html.slice(html.indexOf('<button')), '?u=&amp;#39;),alert(1)//&amp;apos;', slot)
  }
})

test('the links of an ad without a click-through do nothing', () => {
  const { clickthroughUrl, ...none } = served
  assert.match(document({ ...none, html: '<a href="{{clickUrl}}">x</a>' }), '<a href="#">')
  assert.match(
    document({ ...none, clickthroughUrl: 'javascript:alert(1)', html: '<a href="{{clickUrl}}">x</a>' }),
    '<a href="#">',
  )
})

test('markup of the ad is read in linear time', () => {
  const comments = '<!-- a -->'.repeat(100_000)
  assert.is(preparedAd(`${comments}<!doctype html>`).startsAt, comments.length + 15)
  for (const html of [
    comments,
    '<!-->'.repeat(200_000),
    `${'<!-- --'.repeat(150_000)}<!doctype html>`,
    '<a '.repeat(300_000),
  ])
    assert.equal(
      preparedAd(html),
      { html, startsAt: 0, clickSlots: [], held: [], macros: [], isOneLink: true, takesClickTag: false },
      html.slice(0, 20),
    )
  assert.is(preparedAd(`${'{{'.repeat(300_000)}clickUrl`).clickSlots.length, 0)
  assert.is(preparedAd('<!--><!--a--!> <!DOCTYPE html><p>').startsAt, 30)
})

test('an ad that leads on by itself is no link as a whole', () => {
  for (const html of ['<a class=x href="/">', '<A\nHREF=x>', '{{ clickUrl }}', '{{{clickUrl}}}', 'open(clickTag)'])
    assert.not.ok(preparedAd(html).isOneLink, html)
  for (const html of ['', '<p>href</p>', '<abbr href>', '<a name=x>b</a> href'])
    assert.ok(preparedAd(html).isOneLink, html)
})

test('every notation of the click address is filled in, also right after each other', () => {
  const { clickthroughUrl, ...none } = served
  const html = document({ ...none, html: '{{clickUrl}}{{{ clickUrl }}}{{{clickUrl}}}} {{{clickUrl}} {{clickURL}}' })
  assert.ok(html.endsWith('###} {# {{clickURL}}'), html.slice(-40))
})

test('the placeholder of a clickTag stays where no page is behind the click', () => {
  const { clickthroughUrl, ...none } = served
  const html = '<script>const clickTag = "https://placeholder.example/"</script>'
  assert.ok(document({ ...none, html }).endsWith(html))
  assert.match(
    document({ ...none, clickthroughUrl: 'https://shop.example/"', html }),
    'const clickTag = "https://shop.example/%22"<',
  )
})

test('the document without an ad shows nothing, and its reason cannot end its comment', () => {
  const report = '<script>parent.postMessage("endcap-blank","*")</script>'
  const html = emptyDocument('--><p>why<!--').replace(report, '')
  assert.not.match(html, /script|img|body/)
  const { childNodes } = parse(html).childNodes[1] as DefaultTreeAdapterTypes.Element
  const shown = childNodes.filter(node => node.nodeName !== '#comment').map(node => node.nodeName)
  assert.equal([shown, serialize(childNodes[1] as DefaultTreeAdapterTypes.Element)], [['head', 'body'], ''])
})

test.run()
