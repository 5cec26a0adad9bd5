import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ledLocations } from '../../../src/domain/tags/led-locations.ts'
import { preparedAd } from '../../../src/domain/tags/prepared-ad.ts'
import { servedDocument } from '../../../src/domain/tags/served-document.ts'

const found = (code: string) => ledLocations(code).map(({ from, to, of }) => `${of}: ${code.slice(from, to)}`)

test('a click that leads a window on is counted in whatever form a script does it', () => {
  for (const [code, ...leads] of [
    ['location = clickTag', 'frame: clickTag'],
    ['window.location.href = (a, b) // c', 'frame: a, b'],
    ['document.location.assign(f())', 'frame: f()'],
    ['self["location"].replace(u)', 'frame: u'],
    ['top.location=clickTag', 'page: clickTag'],
    ['window.top.location.href = clickTag', 'page: clickTag'],
    ['parent.location.replace(clickTag)', 'page: clickTag'],
    ['window.parent.parent["location"] = u', 'page: u'],
    ['const w = open(""); w.location = u', 'other: u'],
    ['location = top.location = u', 'frame: top.location = u', 'page: u'],
    ['async () => { location.href = await u }', 'frame: await u'],
  ] as const)
    assert.equal(found(code), leads, code)
})

test('code that leads nowhere stays as it is', () => {
  for (const code of [
    'if (location == "a") b()',
    'location.hash = "two"',
    'location.reload()',
    'location.href.replace("a", "b")',
    'address.replace(u)',
    'location += "?a"',
    'location.replace("a", "b")',
    'location.assign(...all)',
    'let location = ""; location = "Berlin"',
    'const f = ({ place: [location] }) => { location = "Berlin" }',
    'location = "a',
  ])
    assert.equal(found(code), [], code)
})

test('a script with a location of its own still leads windows on by their names', () => {
  assert.equal(found('var location = "Berlin"; location = "Paris"; window.location = u'), ['frame: u'])
})

test('attributes keep their meaning around the address that they give a location', () => {
  const body = (html: string) => {
    const served = servedDocument({ ad: preparedAd(html), impressionTrackers: [], clickTrackers: [] })
    return served.slice(served.indexOf('</script>') + '</script>'.length)
  }
  for (const [html, expected] of [
    ['<p onclick="location=&quot;/a&amp;b&quot;;f()">', '<p onclick="location=endcapTo(0,&quot;/a&amp;b&quot;);f()">'],
    ['<p onclick=top.location=u>', '<p onclick=top.location=endcapTo(1,u)>'],
    ["<p ONCLICK = '\r\nlocation=u\r\n'>", "<p ONCLICK = '\r\nlocation=endcapTo(0,u)\r\n'>"],
    ['<a href=" JavaScript:location=u">', '<a href=" JavaScript:location=endcapTo(0,u)">'],
    ['<svg><a xlink:href="javascript:location=u">', '<svg><a xlink:href="javascript:location=endcapTo(0,u)">'],
    ['<p onclick="location=&nbsp;u">', '<p onclick="location=&nbsp;u">'],
    ['<p title="location=u">location=u', '<p title="location=u">location=u'],
    ['<!-- <p onclick="location=u"> -->', '<!-- <p onclick="location=u"> -->'],
  ] as const)
    assert.is(body(html), expected)
})

test.run()
