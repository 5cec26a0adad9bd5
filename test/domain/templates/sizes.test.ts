import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { designSizes } from '../../../src/domain/templates/design/design-sizes.ts'
import { isNearShape, shapeOf } from '../../../src/domain/templates/shape.ts'
import { adUnitSizeOf, sizeOfAdUnit, sizesOf } from '../../../src/domain/templates/size.ts'

const names = (type: string) => sizesOf(type).map(adUnitSizeOf)

test('templates are made in the sizes of the inventory type', () => {
  assert.equal(names('OnSite'), ['300x250', '728x90', '970x250', '320x50'])
  assert.equal(names('OffSite'), [...names('OnSite'), '160x600', '300x600'])
  assert.equal(names('off-site'), names('OffSite'))
  assert.equal(names('something else'), names('OnSite'))
})

test('every size has the shape that its name says, also sizes that are not listed', () => {
  const shapes = { '300x250': 'rectangle', '728x90': 'leaderboard', '970x250': 'billboard', '320x50': 'mobile' }
  const others = { '160x600': 'skyscraper', '300x600': 'portrait', '468x60': 'mobile', '970x90': 'leaderboard' }
  const more = { '336x280': 'rectangle', '120x600': 'skyscraper', '1080x1920': 'portrait', '1x1': 'rectangle' }
  for (const [name, shape] of Object.entries({ ...shapes, ...others, ...more })) {
    const [width = 0, height = 0] = name.split('x').map(Number)
    assert.is(shapeOf({ width, height }), shape, name)
  }
})

test('a design is used for sizes of nearly its shape only', () => {
  const design = { width: 1200, height: 1000 }
  assert.ok(isNearShape(design, { width: 300, height: 250 }))
  assert.not.ok(isNearShape(design, { width: 728, height: 90 }))
})

/** The sizes that designs add to those of OnSite. */
const added = (...designs: readonly string[]) =>
  designSizes(designs.map(sizeOfAdUnit), sizesOf('OnSite')).map(adUnitSizeOf)

test('a design is also made in its own size, once, and at the resolution of its ad', () => {
  assert.equal(added('300x600', '160x600', '300x600'), ['300x600', '160x600'])
  assert.equal(added('600x1200', '480x1800'), ['300x600', '160x600'])
  assert.equal(added('336x280', '1080x1080'), ['336x280', '1080x1080'])
  assert.equal(added('400x640'), ['400x640'])
})

test('a design of a size that is made anyway, or that is no ad, adds no size', () => {
  assert.equal(added('300x250', '1456x180', '1200x1000', '1900x500'), [])
  assert.equal(added('10x4000', '9000x9000'), [])
})

test.run()
