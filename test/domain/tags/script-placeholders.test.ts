import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { preparedAd } from '../../../src/domain/tags/prepared-ad.ts'
import { scriptPlaceholders } from '../../../src/domain/tags/script-placeholders.ts'

const found = (code: string) => scriptPlaceholders(code).map(({ at, length }) => code.slice(at, at + length))

test('the placeholders of clickTags are found in whatever a script gives them by', () => {
  for (const [code, ...texts] of [
    ['var clickTag = "https://a.example/"', 'https://a.example/'],
    ['let CLICKTAG1 = "//a.example"; const click_tag = ""', '//a.example', ''],
    ['window.clickTag = window["clickTAG"] = `https://a.example`', 'https://a.example'],
    ['var o = { "clickTag": "www.a.example", ad: 1 }', 'www.a.example'],
    ['const clickTag = q("clickTag") || (a ? "#" : "%%DEST_URL%%")', '#', '%%DEST_URL%%'],
    ['const f = (clickTag = "https://a.example") => clickTag', 'https://a.example'],
    ['const clickTag = "https://" + "a.example"', 'https://" + "a.example'],
  ] as const)
    assert.equal(found(code), texts, code)
})

test('what is no placeholder of a clickTag stays as it is', () => {
  for (const code of [
    'var clickTag = "banner"',
    'var target = "https://a.example/"',
    'const clickTag = "https://a.example/?" + size',
    `const clickTag = \`https://a.example/\${size}\``,
    'const clickTag = "https://" + \'a.example\'',
    'a[clickTag] = "https://a.example/"',
    'const clickTag = "https://a.example/',
  ])
    assert.equal(found(code), [], code)
})

test('only scripts are changed, at their place in the document', () => {
  const html =
    '\r\n\u{1f388}<!-- clickTag="/a" --><script type="application/json">{"clickTag":"/b"}</script><script>\r\nconst clickTag="/c"</script>'
  const slots = preparedAd(html).clickSlots
  assert.equal(
    slots.map(({ at, length }) => html.slice(at, at + length)),
    ['/c'],
  )
})

test('a script that is nested too deeply, or too long, is served as it is', () => {
  const nested = `clickTag = "/"; ${'['.repeat(100_000)}`
  assert.equal(found(nested), [])
  const long = `<script>clickTag = "/"; /* ${' '.repeat(600_000)} */</script>`
  assert.equal(preparedAd(long).clickSlots, [])
  assert.is(found(`clickTag = ${'"/" + '.repeat(500)}"/"`).length, 1)
})

test.run()
