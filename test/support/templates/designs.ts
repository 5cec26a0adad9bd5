import { bakery } from '../../../examples/brands/bakery.ts'
import type { Design, Drawn, Text } from '../../../examples/brands/psd-of.ts'

type Box = Pick<Drawn, 'x' | 'y' | 'width' | 'height'>
const at = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height })
const shape = (name: string, box: Box, inner: string): Drawn => ({ name, ...box, svg: inner })
const rect = (name: string, box: Box, color: string, radius = 0): Drawn =>
  shape(name, box, `<rect width="${box.width}" height="${box.height}" rx="${radius}" fill="${color}"/>`)
const text = (name: string, box: Box, content: string, look: Omit<Text, 'content'>): Drawn => ({
  name,
  ...box,
  text: { content, ...look },
})
const sans = { font: 'DejaVuSans' }
const bold = { font: 'DejaVuSans-Bold' }
const serif = { font: 'DejaVuSerif-Bold' }

const lamp =
  '<path d="M60 20 H140 L180 120 H20 Z" fill="#f2c14e"/><rect x="92" y="120" width="16" height="90" fill="#c9ccd3"/><ellipse cx="100" cy="216" rx="52" ry="12" fill="#8d929c"/>'

/** A dark leaderboard whose layers say nothing by their names: a shop of lamps. */
const lamps: Design = {
  width: 1456,
  height: 180,
  layers: [
    rect('Layer 1', at(0, 0, 1456, 180), '#15181f'),
    rect('Layer 2', at(0, 0, 250, 180), '#222733'),
    shape('Layer 3', at(60, 10, 130, 160), `<g transform="scale(.65 .7)">${lamp}</g>`),
    text('Layer 4', at(290, 34, 420, 60), 'Light for long evenings', { ...bold, size: 34, color: '#ffffff' }),
    text('Layer 5', at(290, 98, 420, 40), 'Brass reading lamp', { ...sans, size: 24, color: '#c3c9d6' }),
    text('Layer 6', at(900, 44, 200, 60), '€ 89,00', { ...bold, size: 44, color: '#f2c14e', align: 'right' }),
    text('Layer 7', at(900, 106, 200, 36), '€ 119,00', { ...sans, size: 24, color: '#c3c9d6', align: 'right' }),
    rect('Layer 8', at(988, 118, 112, 3), '#c3c9d6'),
    rect('Layer 9', at(1160, 54, 250, 72), '#d9480f', 10),
    text('Layer 10', at(1160, 72, 250, 40), 'See all lamps', { ...bold, size: 25, color: '#ffffff', align: 'center' }),
  ],
}

const shoe =
  '<path d="M20 130 C60 120 90 60 120 40 L170 90 C220 120 300 120 360 140 C380 160 370 180 350 184 H40 C16 180 10 150 20 130 Z" fill="#2458d3"/><path d="M24 184 H356 V204 H30 Z" fill="#ffffff"/><path d="M130 70 L170 110 M150 60 L190 100" stroke="#ffffff" stroke-width="8"/>'

/** A tall design with a badge in capitals, a picture behind everything, and a former price: running shoes. */
const shoes: Design = {
  width: 600,
  height: 1200,
  layers: [
    shape(
      'sky',
      at(0, 0, 600, 1200),
      '<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#eaf3ff"/><stop offset="1" stop-color="#ffd9c7"/></linearGradient><rect width="600" height="1200" fill="url(#g)"/>',
    ),
    shape('logo', at(40, 40, 150, 60), '<path d="M0 50 L40 6 L80 50 Z M60 50 L100 6 L140 50 Z" fill="#13224a"/>'),
    text('headline', at(40, 150, 520, 150), 'Run the whole\nway home', {
      ...serif,
      size: 58,
      color: '#13224a',
      leading: 70,
    }),
    shape('shadow', at(110, 660, 380, 50), '<ellipse cx="190" cy="25" rx="180" ry="22" fill="#b98f83"/>'),
    shape('shoe', at(110, 470, 380, 220), shoe),
    rect('ribbon', at(40, 350, 200, 60), '#d6245a', 30),
    text('ribbon text', at(40, 363, 200, 40), 'SALE', { ...bold, size: 30, color: '#ffffff', align: 'center' }),
    text('name', at(40, 770, 520, 50), 'Feather Lite 3', { ...sans, size: 34, color: '#13224a' }),
    text('price', at(40, 840, 260, 90), '$79.00', { ...bold, size: 64, color: '#c01748' }),
    text('was', at(320, 868, 200, 50), 'Was $110', { ...sans, size: 30, color: '#4a4f63' }),
    rect('pill', at(40, 1020, 520, 110), '#13224a', 55),
    text('pill text', at(40, 1050, 520, 60), 'SHOP NOW', { ...bold, size: 40, color: '#ffffff', align: 'center' }),
  ],
}

const armchair =
  '<rect x="40" y="30" width="220" height="150" rx="40" fill="#5f7f6b"/><rect x="10" y="110" width="60" height="110" rx="26" fill="#4d6a58"/><rect x="230" y="110" width="60" height="110" rx="26" fill="#4d6a58"/><rect x="50" y="140" width="200" height="80" rx="20" fill="#7b9a86"/><path d="M50 220 L40 250 M250 220 L260 250" stroke="#6b4a2f" stroke-width="12"/>'

/** A wide design that is not quite of the ratio of 970x250, with a round badge and text that is hard to read: armchairs. */
const chairs: Design = {
  width: 1900,
  height: 500,
  layers: [
    rect('background', at(0, 0, 1900, 500), '#f4efe6'),
    rect('panel', at(1200, 0, 700, 500), '#dfe7e0'),
    shape('chair', at(1340, 60, 420, 370), `<g transform="scale(1.4)">${armchair}</g>`),
    text('brand logo', at(80, 50, 400, 40), 'Oak and Linen', { ...bold, size: 30, color: '#3a2c1f' }),
    text('claim', at(80, 120, 800, 80), 'Sit down. Stay a while.', { ...serif, size: 64, color: '#3a2c1f' }),
    text('product', at(80, 226, 800, 50), 'Wing chair in sage', { ...sans, size: 34, color: '#9a9084' }),
    text('price', at(80, 300, 500, 90), 'from £549', { ...bold, size: 56, color: '#3d5a48' }),
    rect('button', at(80, 400, 330, 70), '#3d5a48'),
    text('button text', at(80, 416, 330, 50), 'Find your chair', {
      ...bold,
      size: 32,
      color: '#ffffff',
      align: 'center',
    }),
    shape('badge shape', at(1220, 30, 150, 150), '<circle cx="75" cy="75" r="74" fill="#b4532a"/>'),
    text('badge', at(1220, 82, 150, 50), 'NEW', { ...bold, size: 40, color: '#ffffff', align: 'center' }),
  ],
}

/** Designs that can be templates, with the sizes that they are nearly in the ratio of. */
export const templateDesigns: Readonly<
  Record<string, { readonly design: Design; readonly size: { readonly width: number; readonly height: number } }>
> = {
  bakery: { design: bakery, size: { width: 300, height: 250 } },
  lamps: { design: lamps, size: { width: 728, height: 90 } },
  shoes: { design: shoes, size: { width: 300, height: 600 } },
  chairs: { design: chairs, size: { width: 970, height: 250 } },
}
