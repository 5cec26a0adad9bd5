import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DesignLayout } from '../../../src/domain/templates/brand.ts'
import { adSizeOf, artboardLayout } from '../../../src/domain/templates/design/artboard-size.ts'
import { adUnitSizeOf, sizeOfAdUnit } from '../../../src/domain/templates/size.ts'

const adOf = (name: string, drawn: string): string => adUnitSizeOf(adSizeOf(name, sizeOfAdUnit(drawn)))

test('an artboard is the ad that its name says in numbers', () => {
  assert.is(adOf('Banner 300x250', '600x500'), '300x250')
  assert.is(adOf('970x250@2x', '1940x500'), '970x250')
  assert.is(adOf('Summer – 336 × 280 px', '1008x840'), '336x280')
  assert.is(adOf('300X600 final v2', '320x630'), '300x600')
})

test('an artboard is the ad unit that its name calls by its name', () => {
  assert.is(adOf('Leaderboard', '1456x180'), '728x90')
  assert.is(adOf('Mobile-Leaderboard copy', '960x150'), '320x50')
  assert.is(adOf('HALF PAGE', '450x900'), '300x600')
})

test('an artboard for fine screens is the ad that it is twice or three times as large as', () => {
  assert.is(adOf('Artboard 1', '600x500'), '300x250')
  assert.is(adOf('Artboard 2', '2184x270'), '728x90')
  assert.is(adOf('Promo@2x', '800x640'), '400x320')
  assert.is(adOf('1940x500@2x', '1940x500'), '970x250')
})

test('an artboard keeps its size where its name is of another shape or says nothing', () => {
  assert.is(adOf('300x250 copy', '728x90'), '728x90')
  assert.is(adOf('Leaderboard', '300x600'), '300x600')
  assert.is(adOf('Skyscraper', '300x250'), '300x250')
  assert.is(adOf('Artboard 3', '500x400'), '500x400')
  assert.is(adOf('', '301x251'), '301x251')
})

test('an artboard for fine screens keeps its places and letters in the size of its ad', () => {
  const [fill, text] = [
    { kind: 'fill' as const, name: 'bg', x: 0, y: 0, width: 600, height: 500, opacity: 1, color: '#123456', radius: 8 },
    {
      ...{ kind: 'text' as const, name: 'offer', x: 41, y: 20, width: 303, height: 61, opacity: 1, content: 'Offer' },
      ...{ family: 'Inter', size: 40, weight: 700, italic: false, color: '#ffffff', align: 'left' as const },
      ...{ leading: 48, wraps: false },
    },
  ]
  const layout: DesignLayout = { width: 600, height: 500, layers: [fill, text] }
  const scaled = artboardLayout('MPU @2x', layout)
  assert.equal([scaled.width, scaled.height], [300, 250])
  assert.equal(scaled.layers[0], { ...fill, width: 300, height: 250, radius: 4 })
  const [, letters] = scaled.layers
  assert.ok(letters?.kind === 'text' && letters.size === 20 && letters.leading === 24)
  assert.ok(scaled.layers.every(({ x, y, width, height }) => [x, y, width, height].every(Number.isInteger)))
  assert.is(artboardLayout('MPU', { ...layout, width: 610, height: 490 }).width, 300)
})

test.run()
