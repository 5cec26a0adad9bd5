import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { contrastOf, labelOn, leastContrast, readableOn } from '../../../src/domain/templates/color/contrast.ts'
import { hexOf, oklchOf } from '../../../src/domain/templates/color/oklch.ts'
import { type Palette, schemesOf } from '../../../src/domain/templates/palette.ts'
import { anyBrand, anyColor } from '../../support/templates/brands.ts'

test('contrast is that of WCAG', () => {
  assert.is(contrastOf('#000000', '#ffffff').toFixed(2), '21.00')
  assert.is(contrastOf('#ffffff', '#767676').toFixed(2), '4.54')
  assert.is(contrastOf('#123456', '#123456'), 1)
})

test('a color comes back from the perceptual space as it was', () => {
  fc.assert(fc.property(anyColor, hex => assert.is(hexOf(oklchOf(hex)), hex)))
})

test('any color becomes readable on any background, and stays as it is where it was', () => {
  fc.assert(
    fc.property(anyColor, anyColor, (background, wanted) => {
      const found = readableOn(background, wanted)
      assert.ok(contrastOf(background, found) >= leastContrast, `${found} on ${background}`)
      if (contrastOf(background, wanted) >= leastContrast) assert.is(found, wanted)
    }),
  )
})

test('a color is changed as little as possible, and keeps its hue', () => {
  assert.is(readableOn('#ffffff', '#767676'), '#767676')
  const gold = readableOn('#ffffff', '#ffd700')
  assert.ok(Math.abs(oklchOf(gold).h - oklchOf('#ffd700').h) < 6, gold)
  assert.ok(contrastOf('#ffffff', gold) < 5, `${gold} is darker than needed`)
})

test('a label that could not be read becomes the best of the brand’s colors, else white or nearly black', () => {
  assert.is(labelOn('#ffe680', '#17392b'), '#17392b')
  assert.is(labelOn('#ffe680', '#ffffff', ['#fbf9f2', '#17392b', '#2f6b4a']), '#17392b')
  assert.is(labelOn('#17392b', '#2f6b4a', ['#2f6b4a']), '#ffffff')
  for (const light of ['#ffe680', '#ffffff', '#d9e8ff', '#c0c0c0']) {
    const label = labelOn(light, '#ffffff')
    assert.ok(contrastOf(light, label) > 8, `${label} on ${light}`)
  }
})

test('any label can be read on any button, and stays as it is where it was', () => {
  fc.assert(
    fc.property(anyColor, anyColor, fc.array(anyColor, { maxLength: 3 }), (button, wanted, own) => {
      const found = labelOn(button, wanted, own)
      assert.ok(contrastOf(button, found) >= leastContrast, `${found} on ${button}`)
      if (contrastOf(button, wanted) >= leastContrast) assert.is(found, wanted)
    }),
  )
})

const pairs: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ['text', 'background'],
  ['soft', 'background'],
  ['price', 'background'],
  ['ctaText', 'cta'],
  ['badgeText', 'badge'],
]
test('all texts of both schemes of any brand can be read', () => {
  fc.assert(
    fc.property(anyBrand, brand => {
      const { light, dark } = schemesOf(brand)
      for (const palette of [light, dark])
        for (const [front, back] of pairs)
          assert.ok(
            contrastOf(palette[front], palette[back]) >= leastContrast,
            `${front} ${palette[front]} on ${palette[back]}`,
          )
    }),
  )
})

test.run()
