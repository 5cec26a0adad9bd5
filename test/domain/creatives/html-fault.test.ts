import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { htmlFault } from '../../../src/domain/creatives/html-fault.ts'

const test = suite('truncated HTML')

test('detects every kind of truncated HTML', () => {
  const element = 'within an element that is not closed (script, style, title or textarea)'
  for (const [html, where] of [
    ['<div><p style="', 'within a tag'],
    ['<p>a</p', 'within a tag'],
    ['<!-- a <p>b</p>', 'within a comment'],
    ['<style>p { color: red }<p>a</p>', element],
    ['<p>a</p><script>show()', element],
    ['<script><!--<script>', 'within a comment of a script'],
  ] as const)
    assert.is(htmlFault(html), `the HTML ends ${where}, in line 1`, html)
  assert.match(htmlFault('<p>\n<b>a</b>\n<img src="a.png') ?? '', /within a tag, in line 3$/)
})

test('accepts errors that every browser repairs in the same way', () => {
  for (const html of [
    '',
    'plain text',
    '<p>not closed',
    '<div><b>crossed</div></b>',
    '<p>a < b & c &nope; <br/></p>',
    '<!doctype html><title>t</title><body>{{headline}}<svg><path d="M0 0"/></svg>',
    "<script>document.write('<scr' + 'ipt src=a.js></scr' + 'ipt>')</script>",
  ])
    assert.is(htmlFault(html), undefined, html)
})

test.run()
