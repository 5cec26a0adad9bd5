import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { composedAd } from '../../../src/domain/creatives/composed-ad.ts'
import { type TemplateFacts, templateFacts } from '../../../src/domain/creatives/template-facts.ts'

const facts = (html: string): TemplateFacts => {
  const found = templateFacts(html)
  if ('code' in found) throw new Error(found.detail)
  return found
}
const pictures = (html: string, columns: Readonly<Record<string, string>> = {}) => {
  const made = composedAd({ accountId: 'acme', html, columns, transformations: [] })
  if ('code' in made) throw new Error(made.detail)
  return made.pictures
}

test('a template outputs some columns always and some only where a creative has them', () => {
  const html =
    '<a href="{{clickUrl}}">{{headline}} {{{price}}}</a>{{#badge}}<b>{{badgeText}}</b>{{/badge}}{{^sold}}x{{/sold}}<i data-asset="mark"></i>'
  const { columns, optional } = facts(html)
  assert.equal(columns, ['headline', 'price'])
  assert.equal(optional, ['badge', 'badgeText', 'sold', 'mark'])
})
test('columns shown as pictures are known, and those whose value is a whole address', () => {
  const html =
    '<img src="{{hero}}"><img src="/assets/acme/{{file}}"><p style="background:url({{back}})">{{hero}}{{file}}{{back}}'
  assert.equal([...facts(html).images].sort(), ['back', 'file', 'hero'])
  assert.equal(facts(html).addresses, ['hero', 'back'])
})
test('styles show pictures in backgrounds, borders, masks, marks and content, and load fonts (CREATIVE-20)', () => {
  const shown = (style: string) => facts(`<style>${style}</style>`).addresses
  for (const property of [
    'background',
    'background-image',
    'border-image',
    '-webkit-mask-image',
    'list-style',
    'content',
  ])
    assert.equal(shown(`p { color: red; ${property}: url("{{a}}") }`), ['a'], property)
  assert.equal(shown('p{background:url(/assets/acme/x.png),url( {{a}} )}'), ['a'])
  assert.equal(shown('@font-face { src: url({{a}}) } p { background: url(/assets/acme/{{b}}.png) }'), [])
  const { pictures } = facts(
    `<p style="background:url('/assets/acme/a.png')"><p style="background:url(/assets/acme/{{b}}.png)"><style>p{content:url(https://x.example/c.png)}</style>`,
  )
  assert.equal(pictures, ['/assets/acme/a.png'])
})
test('addresses of styles are read as browsers read them', () => {
  const styled = (html: string) => facts(html).pictures
  const a = ['/assets/acme/a.png']
  assert.equal(styled('<p style="background:url(&quot;/assets/acme/a.png&quot;)">'), a, 'quotes of attributes')
  assert.equal(styled("<p style='background:url(&#39;/assets/acme/a.png&#39;)'>"), a)
  const rule = '.a { background: url(/assets/acme/a.png) }'
  assert.equal(styled(`<style>/* .old { background: url(/assets/acme/old.png); } */ ${rule}</style>`), a, 'comments')
  assert.equal(styled(`<!-- <style>.b { background: url(/assets/acme/old.png) }</style> --><style>${rule}</style>`), a)
  assert.equal(styled(`<input accept="image/*"><style>${rule}</style>`), a, 'no comment')
  for (const code of [
    'p.style = "background:url(/assets/acme/" + name + ".png)"',
    'p.style = `background:url(/assets/acme/$' + '{name}.png)`',
    'p.style = "background:url(\\"/assets/acme/a.png\\")"',
  ])
    assert.equal(styled(`<script>${code}</script>`), [], code)
})
test('addresses that a template loads from a host are listed, those of links are not', () => {
  const html = `<link rel="stylesheet" href="https://a.example/s.css"><link rel="canonical" href="https://b.example/">
    <a href="https://c.example/">x</a><img src="//d.example/p.png" srcset="/assets/acme/x.png 1x, http://e.example/2.png 2x">
    <style>p { background: url("https://f.example/g.png") }</style><img src="{{hero}}"><script src="HTTPS://g.example/s.js"></script>`
  assert.equal(facts(html).loads, [
    'https://a.example/s.css',
    '//d.example/p.png',
    'http://e.example/2.png',
    'https://f.example/g.png',
    'HTTPS://g.example/s.js',
  ])
  assert.equal(
    facts(`<link rel="preload" as="image" href="https://a.example/1"><body background="https://b.example/2"><style>@import "https://c.example/3";
      @import url(https://d.example/4)</style>`).loads,
    ['https://a.example/1', 'https://b.example/2', 'https://c.example/3', 'https://d.example/4'],
  )
  assert.is(facts('<img src="https://x.example/{{n}}.png">'.repeat(2)).loads.length, 1)
  assert.is(facts(Array.from({ length: 50 }, (_, i) => `<img src="https://x.example/${i}">`).join('')).loads.length, 10)
})
test('a template that Mustache cannot read says so', () => {
  const failure = templateFacts('{{#open}}')
  assert.is('code' in failure && failure.code, 'template-broken')
})
test('a composed ad names the pictures that it shows in any case', () => {
  const one = '/assets/acme/one.png'
  assert.equal(pictures('<img src="{{hero}}"><img src="/assets/other/x.png">', { hero: one }), [
    one,
    '/assets/other/x.png',
  ])
  for (const unsure of [
    `<img src="${one}" srcset="/assets/acme/two.png 2x">`,
    `<img src="${one}" loading="lazy">`,
    `<template><img src="${one}"></template>`,
    `<picture><source srcset="/assets/acme/two.png"><img src="${one}"></picture>`,
    `<base href="https://cdn.example/"><img src="${one}">`,
    `<p title="${one}">`,
  ])
    assert.equal(pictures(unsure), [], unsure)
  assert.equal(
    pictures('<img src="pics/one.png"><img src="/one.png">'),
    ['pics/one.png', '/one.png'],
    'meant to be files',
  )
  const elsewhere =
    '<img src="https://cdn.example/x.png"><img src="//cdn.example/x.png"><img src="data:image/gif;base64,R0"><img src="#"><img src="">'
  assert.equal(pictures(elsewhere), [])
  assert.equal(pictures(`<picture><source srcset="x"></picture><img src="${one}">`), [one])
})

const leading = (html: string) => facts(html).leadsPage

test('code that leads the page itself to an address is found, wherever it is written', () => {
  for (const code of [
    'top.location=clickTag',
    'window.top.location.href = clickTag',
    'parent.location.replace(clickTag)',
    `top['location'] = "{{clickUrl}}"`,
    'window.parent.location.assign(url)',
  ]) {
    assert.ok(leading(`<script>function go(){ ${code} }</script>`), code)
    assert.ok(leading(`<button onclick='${code.replaceAll("'", '&#39;')}'>Buy</button>`), code)
    assert.ok(leading(`<a href='javascript:${code.replaceAll("'", '&#39;')}'>Buy</a>`), code)
  }
})

test('code that only looks at the page, and text, leads it nowhere', () => {
  for (const code of ['if (top.location == self.location) a()', 'stop.location = 1', 'window.open(clickTag)'])
    assert.not(leading(`<script>${code}</script>`), code)
  assert.not(leading('<p title="top.location = 1">top.location = clickTag</p><!-- parent.location = 1 -->'))
})

test.run()
