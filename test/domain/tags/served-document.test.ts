import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emptyDocument, servedDocument } from '../../../src/domain/tags/served-document.ts'

const served = { impressionTrackers: [], clickTrackers: [], clickthroughUrl: `https://shop.example/?a=1&b="'<x>` }

test('the document keeps its doctype first, so that the ad has the same mode as its preview', () => {
  for (const start of ['<!DOCTYPE html>', '\ufeff<!-- saved --> <!doctype html public "x">'])
    assert.ok(
      servedDocument({ ...served, html: `${start}<html><head></head>` }).startsWith(
        `${start}<base target="_blank"><script>`,
      ),
    )
  assert.ok(servedDocument({ ...served, html: '<p>part</p>' }).startsWith('<base target="_blank"><script>'))
})

test('a click-through cannot break out of its link or script', () => {
  const html = servedDocument({
    ...served,
    html: `<a href="{{ clickUrl }}">x</a><script>var u='{{{clickUrl}}}'</script>`,
  })
  assert.match(html, '<a href="https://shop.example/?a=1&amp;b=%22%27%3Cx%3E">')
  assert.match(html, "var u='https://shop.example/?a=1&b=%22%27%3Cx%3E'")
  const trackers = servedDocument({
    ...served,
    html: '',
    impressionTrackers: ['https://t.example/#</script><script>alert(1)'],
  })
  assert.is(trackers.match(/<\/?script/g)?.length, 2)
})

test('the links of an ad without a click-through do nothing', () => {
  const { clickthroughUrl, ...none } = served
  assert.match(servedDocument({ ...none, html: '<a href="{{clickUrl}}">x</a>' }), '<a href="#">')
  assert.match(
    servedDocument({ ...none, clickthroughUrl: 'javascript:alert(1)', html: '<a href="{{clickUrl}}">x</a>' }),
    '<a href="#">',
  )
})

test('the document outside the campaign’s dates is empty', () => {
  assert.not.match(emptyDocument, /script|img|body/)
})

test.run()
