import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { drawOfCachebuster, drawOfImpression } from '../../../src/domain/tags/rotation-draw.ts'
import { chooseCreative, rotation } from '../../../src/domain/tags/serving.ts'

const test = suite('draws of creatives')
const at = new Date('2026-05-01T10:30:00.000Z')
const place = 'acme:12:3'
const of = (cachebuster: string | undefined, client = '192.0.2.1 Mozilla', time = at) =>
  drawOfImpression(place, { cachebuster, client, at: time })
const times = 4_000
/** How often the first of two creatives with weights 3 and 1 is chosen. */
const firstOf = (draw: (n: number) => number) =>
  Array.from({ length: times }, (_, n) => chooseCreative(rotation([3, 1]), draw(n))).filter(index => index === 0).length

test('creatives come about by their weights over many impressions', () => {
  // 3,000 on average; 150 are five standard deviations
  for (const draw of [
    (n: number) => of(String(1_700_000_000 + n)),
    (n: number) => of(String(n * 1000)),
    (n: number) => of(undefined, `192.0.2.${n % 256} browser ${n}`),
    (n: number) => of(undefined, 'one', new Date(at.getTime() + n * 3_600_000)),
  ])
    assert.ok(Math.abs(firstOf(draw) - 3_000) < 150, String(firstOf(draw)))
})

test('a filled cachebuster decides alone, whoever asks and when', () => {
  assert.is(of('123'), of('123', 'another', new Date('2027-01-01T00:00:00.000Z')))
  assert.is(drawOfCachebuster(place, '123'), of('123'))
  assert.is.not(of('123'), of('124'))
  assert.is.not(of('123'), drawOfCachebuster('acme:12:4', '123'), 'ad units rotate each for themselves')
})

test('without one, or with an unexpanded macro, the client within the hour does', () => {
  for (const cachebuster of [undefined, '', `\${CACHEBUSTER}`, '12x']) {
    assert.is(drawOfCachebuster(place, cachebuster), undefined)
    assert.is(of(cachebuster), of(undefined, '192.0.2.1 Mozilla', new Date('2026-05-01T10:59:59.000Z')))
  }
  assert.is.not(of(undefined), of(undefined, 'another'))
  assert.is.not(of(undefined), of(undefined, '192.0.2.1 Mozilla', new Date('2026-05-01T11:00:00.000Z')))
})

test.run()
