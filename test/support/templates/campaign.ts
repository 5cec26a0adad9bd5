import type { Design, Drawn, Text } from '../../../examples/brands/psd-of.ts'

type Box = Pick<Drawn, 'x' | 'y' | 'width' | 'height'>
const at = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height })
const rect = (name: string, box: Box, color: string, radius = 0): Drawn => ({
  name,
  ...box,
  svg: `<rect width="${box.width}" height="${box.height}" rx="${radius}" fill="${color}"/>`,
})
const text = (name: string, box: Box, content: string, look: Omit<Text, 'content'>): Drawn => ({
  name,
  ...box,
  text: { content, ...look },
})
const pot =
  '<linearGradient id="g"><stop offset="0" stop-color="#d98c5f"/><stop offset="1" stop-color="#b3552e"/></linearGradient><path d="M10 40 H110 L96 130 H24 Z" fill="url(#g)"/>'

/** What a set must share with the design. Radii as shares of the button's height. */
export const campaignLook = {
  ground: '#f3e4cf',
  band: '#1f4d3a',
  headline: { text: 'POTS FOR EVERY SILL', color: '#fdf6ea', family: 'DejaVu Serif', weight: 700 },
  button: { text: 'SHOP POTS', back: '#b3401c', front: '#ffffff', radius: 0.5 },
  price: '#b3401c',
}
const { ground, band, headline, button, price } = campaignLook
const serif = { font: 'DejaVuSerif-Bold' }
const bold = { font: 'DejaVuSans-Bold' }
const sans = { font: 'DejaVuSans' }

/** A design of 300x250: a headline of serif capitals on a green band, a sandy ground, a round button. */
export const campaignDesign: Design = {
  width: 300,
  height: 250,
  layers: [
    rect('bg', at(0, 0, 300, 250), ground),
    rect('band', at(0, 0, 300, 76), band),
    text('headline', at(14, 12, 270, 60), 'POTS FOR\nEVERY SILL', {
      ...serif,
      ...{ size: 22, color: headline.color, leading: 27 },
    }),
    { name: 'product', ...at(164, 84, 126, 134), svg: pot },
    text('name', at(14, 92, 150, 36), 'Terracotta pot', { ...sans, size: 14, color: '#4a3527' }),
    text('price', at(14, 126, 130, 40), '£18.00', { ...bold, size: 26, color: price }),
    rect('button', at(14, 184, 120, 36), button.back, 18),
    text('cta', at(14, 194, 120, 18), button.text, { ...bold, size: 13, color: button.front, align: 'center' }),
    text('terms', at(14, 236, 200, 12), 'Terms apply. While stocks last.', { ...sans, size: 8, color: '#4a3527' }),
  ],
}
