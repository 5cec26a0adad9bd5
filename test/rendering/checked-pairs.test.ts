import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Ports } from '../../src/ports/ports.ts'
import type { RenderJob } from '../../src/ports/renderer.ts'
import { checkedPairs } from '../../src/rendering/checked-pairs.ts'
import { fakeRenderer, fakeWorld } from '../support/memory/fakes.ts'
import { memoryNodes } from '../support/memory/node.ts'

const creatives = ['bowl', 'pot'].map(creativeName => ({ creativeName, columns: [] }))

/** A campaign of two creatives and two ad units, checked by a renderer that ends jobs in this order of their widths. */
const checked = async (widths: readonly number[]) => {
  const waiting: { readonly width: number; readonly end: () => void }[] = []
  const draws = ({ html, width }: RenderJob) =>
    new Promise<{ bytes: Buffer; missing: [] }>(resolve => {
      waiting.push({ width, end: () => resolve({ bytes: Buffer.from(html), missing: [] }) })
      if (waiting.length < 4) return
      for (const wanted of widths) for (const { width, end } of waiting) if (width === wanted) end()
    })
  const { ports } = memoryNodes(fakeWorld({ renderer: fakeRenderer(draws) }))
  const units = [
    [1, '<p>Only {{price}}</p>'],
    [2, '<b>New {{headline}} {{price}}</b>'],
  ] as const
  const adUnits = await Promise.all(
    units.map(async ([adUnitId, html]) => {
      const { sha256: htmlSha256 } = await ports.blobs.put(Buffer.from(html))
      return { adUnitId, adUnitName: `Unit ${adUnitId}`, dimension: `${adUnitId}0x40`, htmlSha256 }
    }),
  )
  const campaign = { accountId: 'acme', adUnits }
  type Content = Parameters<typeof checkedPairs>[0]
  const content = { campaign, creatives } as unknown as Content
  return checkedPairs(content, ports as Ports, new AbortController().signal, async () => undefined)
}

test('the columns that a creative lacks are named with it, in the order of the ad units', async () => {
  for (const widths of [
    [10, 20],
    [20, 10],
  ]) {
    const { emptyColumns, shown, faults } = await checked(widths)
    assert.equal(
      [...emptyColumns],
      [
        ['bowl', ['price', 'headline']],
        ['pot', ['price', 'headline']],
      ],
    )
    assert.equal([shown.length, faults], [4, []])
  }
})

test.run()
