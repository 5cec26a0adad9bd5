import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assetPathsIn } from '../../../src/domain/assets/library-paths.ts'
import { cssReferences } from '../../../src/domain/creatives/css-references.ts'
import { picturesElsewhere } from '../../../src/domain/creatives/named-pictures.ts'
import { candidatesOf, referencesIn } from '../../../src/domain/creatives/references.ts'
import { type TemplateFacts, templateFacts } from '../../../src/domain/creatives/template-facts.ts'

const facts = (html: string): TemplateFacts => {
  const found = templateFacts(html)
  if ('code' in found) throw new Error(found.detail)
  return found
}

test('the addresses of a srcset are found without their descriptors', () => {
  for (const [srcset, addresses] of [
    ['/a.png 1x, /b.png 2x', ['/a.png', '/b.png']],
    ['/a.png 300w,/b.png 600w', ['/a.png', '/b.png']],
    ['/a.png, /b.png 2x', ['/a.png', '/b.png']],
    ['/a,b.png 1.5x', ['/a,b.png']],
    [' ,  /a.png  300w 200h ,, /b.png', ['/a.png', '/b.png']],
    ['data:image/gif;base64,R0l 1x, /b.png 2x', ['data:image/gif;base64,R0l', '/b.png']],
    ['/a.png x(1,2) 1x, /b.png', ['/a.png', '/b.png']],
    ['', []],
  ] as const)
    assert.equal(candidatesOf(srcset), addresses, srcset)
})

test('files of the library are named without descriptors, in markup, styles and columns', () => {
  const found = (text: string) => assetPathsIn('acme', text)
  assert.equal(found('srcset="/assets/acme/photo.png 1x, /assets/acme/photo2.png 2x"'), ['photo.png', 'photo2.png'])
  assert.equal(found('/assets/acme/a b.png 300w,\n   /assets/acme/c.png 600w'), ['a b.png', 'c.png'])
  assert.equal(found('/assets/acme/a.png, https://ads.example/assets/acme/b.png 2x'), ['a.png', 'b.png'])
  assert.equal(found('image-set("/assets/acme/a.png" 1x, url(/assets/acme/b.png) 2x)'), ['a.png', 'b.png'])
  assert.equal(found('<img src="/assets/acme/Smith, John 2x2.png">'), ['Smith, John 2x2.png'], 'part of a name')
  assert.equal(found('<img src="/assets/acme/size 2x.png">'), ['size 2x.png'])
})

test('what a style loads is found as browsers read it', () => {
  const read = (css: string) =>
    cssReferences(css).map(({ address, isPicture, isCertain }) => `${address} ${isPicture} ${isCertain}`)
  assert.equal(read('a{background:url( "a b.png" ) , url(c.png)}'), ['a b.png true true', 'c.png true true'])
  assert.equal(read('a{background-image:image-set("a.png" 1x, url(b.png) type("image/png") 2x)}'), [
    'a.png true false',
    'b.png true false',
  ])
  assert.equal(read('@import "a.css";@import url(b.css) screen;a{content:"c.css"}'), [
    'a.css false false',
    'b.css false false',
  ])
  assert.equal(read('@font-face{src:url(a.woff2) format("woff2")}'), ['a.woff2 false false'])
  assert.equal(read('/* url(a.png) */ a:hover{mask:url(b\\20 c.png)}'), ['b c.png true true'])
  assert.equal(read('background:url({{hero}}),url("{{back}}")'), ['{{hero}} true true', '{{back}} true true'])
})

test('relative paths of style sheets, scripts and pictures are named, and a base leads them into the library', () => {
  const html =
    '<link rel=stylesheet href="css/style.css"><script src="js/app.js"></script><p style="background:url(img/bg.png)"><img srcset="a.png 1x, b.png 2x"><link rel=icon href=x.ico>'
  const { files, pictures } = facts(html)
  assert.equal(files, ['css/style.css', 'js/app.js', 'a.png', 'b.png'])
  assert.equal(pictures, ['img/bg.png'])
  const based = facts(`<base href="/assets/acme/spring/">${html}`)
  assert.equal(based.files[0], '/assets/acme/spring/css/style.css')
  assert.equal(based.pictures, ['/assets/acme/spring/img/bg.png'])
  assert.equal(facts(`<base href="{{folder}}">${html}`).files, [])
  assert.equal(facts('<link rel=preload as=image href=a.png imagesrcset="b.png 2x" imagesizes=50vw>').files, ['b.png'])
})

test('counting pixels are neither pictures nor addresses to upload', () => {
  const pixels = [
    '<img src="https://px.example/1" width="1" height="1">',
    '<img src="https://px.example/2" width=2>',
    '<img src="https://px.example/3" style="width:0;height:0">',
    '<img src="https://px.example/4" hidden>',
    '<img src="https://px.example/{{column}}" style="opacity: 0">',
    '<div hidden><br><div><img src="https://px.example/5"></div><img src="https://px.example/6"></div>',
  ]
  for (const html of pixels) {
    const { loads, images } = facts(html)
    assert.equal([loads, images], [[], []], html)
    assert.equal(picturesElsewhere(referencesIn(html)), [], html)
  }
  for (const html of [
    '<img src="https://cdn.example/p" width="1" height="250">',
    '<img src="https://cdn.example/p" width="100%" style="height:2px">',
    '<img src="https://cdn.example/p" style="opacity:0.5">',
    '<div hidden></div><img src="https://cdn.example/p">',
    '<div hidden><div></div></div><img src="https://cdn.example/p">',
  ])
    assert.equal(picturesElsewhere(referencesIn(html)).length + facts(html).loads.length, 2, html)
})

test('a picture that a rule of a style sheet may hide is not asked for before it is seen', () => {
  const elsewhere = (html: string) => picturesElsewhere(referencesIn(html))
  const img = '<img class="a px" src="https://px.example/p">'
  assert.equal(elsewhere(`<style>.px{display:none}</style>${img}`), [])
  assert.equal(elsewhere(`<style>#x, .px { width: 1px; height: 1px }</style>${img}`), [])
  assert.equal(elsewhere(`<style>em img{display:none}</style><em>${img}</em>`), [])
  assert.equal(elsewhere(`<style>.around{visibility:hidden}</style><p class="around">${img}</p>`), [])
  assert.equal(elsewhere(`<link rel="stylesheet" href="ad.css">${img}`), [])
  assert.equal(elsewhere(`<style>.px{color:red}</style>${img}`), ['https://px.example/p'])
})

test('hostile markup is read in linear time', () => {
  for (const part of ['<img srcset="a 1x,', '<p style="background:url(', 'url(', '<style>.a{', '{{', '<div hidden>'])
    assert.ok(referencesIn(part.repeat(50_000)).list.length >= 0)
  assert.ok(assetPathsIn('acme', '/assets/acme/a 1x, '.repeat(20_000)).length > 0)
})

test.run()
