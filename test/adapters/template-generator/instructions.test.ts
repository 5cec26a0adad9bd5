import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { composeMessages } from '../../../src/adapters/template-generator/model/instructions.ts'
import type { DesignLayout } from '../../../src/domain/templates/brand.ts'
import { brand } from '../../support/templates/brands.ts'

const fill = { kind: 'fill', x: 4, y: 8, width: 100, height: 20, opacity: 1, color: '#123456' } as const
const design = (width: number, height: number, count = 1): DesignLayout => ({
  ...{ width, height },
  layers: Array.from({ length: count }, (_, n) => ({ ...fill, name: `shape ${n} of ${width}` })),
})
const told = (layouts: readonly DesignLayout[]): string => {
  const [layout, ...artboards] = layouts
  const profile = { ...brand(), layout: layout!, artboards }
  const brief = { accountId: 'acme', brand: profile, retailerName: 'Shop', inventoryType: 'OffSite', picturePaths: {} }
  return composeMessages(brief, { width: 300, height: 250 })[1]!.content
}

test('a model is told of the design in all of its sizes', () => {
  const content = told([design(300, 250), design(728, 90), design(160, 600)])
  for (const name of ['shape 0 of 300', 'shape 0 of 728', 'shape 0 of 160']) assert.match(content, name)
})

test('a model is told of the last size of a large design too', () => {
  const content = told(Array.from({ length: 12 }, (_, n) => design(300 + n, 250, 150)))
  assert.match(content, 'shape 0 of 311')
  assert.ok(content.length < 30_000, `${content.length}`)
})

test.run()
