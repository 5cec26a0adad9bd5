import type { BlendMode } from 'ag-psd'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { drawOver } from '../../../src/adapters/brand/psd/blend.ts'
import { canBlend } from '../../../src/adapters/brand/psd/blend-modes.ts'
import { areNear, type Rgb } from '../../support/brands/layers.ts'

/** What PDF and W3C Compositing say of (100, 150, 200) over (200, 100, 50). */
const expected: Partial<Record<BlendMode, Rgb>> = {
  normal: [100, 150, 200],
  multiply: [78, 59, 39],
  screen: [222, 191, 211],
  overlay: [188, 118, 78],
  darken: [100, 100, 50],
  lighten: [200, 150, 200],
  'color dodge': [255, 243, 232],
  'color burn': [115, 0, 0],
  'linear dodge': [255, 250, 250],
  'linear burn': [45, 0, 0],
  'hard light': [157, 127, 167],
  'soft light': [191, 111, 86],
  'vivid light': [185, 121, 116],
  'linear light': [145, 145, 195],
  'pin light': [200, 100, 145],
  'hard mix': [255, 0, 0],
  difference: [100, 50, 150],
  exclusion: [143, 132, 172],
  subtract: [100, 0, 0],
  divide: [255, 170, 64],
  hue: [64, 139, 214],
  saturation: [175, 108, 75],
  color: [84, 134, 184],
  luminosity: [216, 116, 66],
  'darker color': [200, 100, 50],
  'lighter color': [100, 150, 200],
}
type Rgba = readonly [number, number, number, number]
const drawn = (back: Rgba, source: Rgba, mode: BlendMode, opacity = 1): readonly number[] => {
  const place = { x: 0, y: 0, width: 1, height: 1 }
  const canvas = { ...place, data: Uint8ClampedArray.from(back) }
  drawOver(canvas, { ...place, data: Uint8ClampedArray.from(source) }, { opacity, mode })
  return [...canvas.data]
}

for (const [mode, color] of Object.entries(expected) as [BlendMode, Rgb][])
  test(`layers in the mode ${mode} look as in other programs`, () => {
    assert.ok(canBlend(mode))
    const [r = 0, g = 0, b = 0, alpha] = drawn([200, 100, 50, 255], [100, 150, 200, 255], mode)
    assert.ok(areNear([r, g, b], color, 1), `${r} ${g} ${b} is not ${color.join(' ')}`)
    assert.is(alpha, 255)
  })

test('a mode changes a layer only as far as there is something under it', () => {
  assert.equal(drawn([255, 0, 0, 0], [100, 150, 200, 128], 'multiply'), [100, 150, 200, 128])
  // a quarter of each: 3/7 of the source, 3/7 of what is under it, and 1/7 of both
  const [screened = 0, , , alpha] = drawn([255, 255, 255, 64], [0, 0, 0, 64], 'screen')
  assert.ok(Math.abs(screened - 145) <= 2, `${screened}`)
  assert.is(alpha, 112)
  const [halved] = drawn([200, 200, 200, 255], [100, 100, 100, 255], 'multiply', 0.5)
  assert.is(halved, 139)
})

test.run()
