import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { drawnSvg } from '../../../src/adapters/brand/pictures/draw-svg.ts'
import { isHarmlessSvg } from '../../../src/adapters/brand/pictures/harmless-svg.ts'

const test = suite('drawing an SVG of a brand')

const svg = (inner: string, side = 1_000): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${inner}</svg>`
const square = '<rect width="100%" height="100%" fill="#1f6b4a"/>'
const codeOf = async (text: string): Promise<string> => {
  assert.ok(isHarmlessSvg(text), 'nothing but shapes')
  return drawnSvg(Buffer.from(text)).then(
    () => 'drawn',
    error => error.code,
  )
}
/** A path whose lines cross each other, so that two clips by it cost the square of their number. */
const crossing = (lines: number): string =>
  Array.from({ length: lines }, (_, n) => `L${(n * n * 17) % 997} ${(n * n * n * 7) % 991}`).join('')

test('it is drawn with its colors, at most 1,000 pixels wide and high', async () => {
  const { data, info } = await sharp(await drawnSvg(Buffer.from(svg(square, 3_000))))
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.equal([info.width, info.height, ...data.subarray(0, 3)], [1_000, 1_000, 0x1f, 0x6b, 0x4a])
})

test('shapes that take minutes to draw are given up, which nothing in the process of the node could do', async () => {
  const clip = (id: string) => `<clipPath id="${id}"><path d="M0 0${crossing(10_000)}"/></clipPath>`
  const inner = `${clip('a')}${clip('b')}<g clip-path="url(#a)"><g clip-path="url(#b)">${square}</g></g>`
  assert.is(await codeOf(svg(inner)), 'too-large')
})

test('shapes that take a gigabyte to draw are given up', async () => {
  const layers = 240
  const layer = `<g opacity=".9">${square}`
  assert.is(await codeOf(svg(`${layer.repeat(layers)}${'</g>'.repeat(layers)}`)), 'too-large')
})

test('one of too many pixels, and one that is damaged, are refused by their own reasons', async () => {
  assert.is(await codeOf(svg(square, 9_000)), 'too-large')
  assert.is(await codeOf(svg(`<g opacity=".9">`.repeat(400) + '</g>'.repeat(400))), 'unreadable')
})

test.run()
