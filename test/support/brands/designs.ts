import { bakery } from '../../../examples/brands/bakery.ts'
import type { Design } from '../../../examples/brands/psd-of.ts'

const rect = (width: number, height: number, color: string, more = ''): string =>
  `<rect width="${width}" height="${height}" fill="${color}" ${more}/>`
const back = (width: number, height: number, color: string) => ({
  name: 'back',
  x: 0,
  y: 0,
  width,
  height,
  svg: rect(width, height, color),
})

/** Layers that mix with those under them: multiplied, screened and overlaid, then text. */
const mixed: Design = {
  width: 480,
  height: 320,
  layers: [
    back(480, 320, '#e9d8a6'),
    { name: 'left', x: 40, y: 40, width: 200, height: 200, svg: '<circle cx="100" cy="100" r="98" fill="#0a9396"/>' },
    { name: 'shade', mode: 'multiply', x: 120, y: 80, width: 220, height: 180, svg: rect(220, 180, '#ee9b00') },
    {
      name: 'light',
      mode: 'screen',
      opacity: 0.7,
      x: 200,
      y: 20,
      width: 200,
      height: 120,
      svg: rect(200, 120, '#94d2bd'),
    },
    { name: 'grain', mode: 'overlay', x: 0, y: 200, width: 480, height: 120, svg: rect(480, 120, '#9b2226') },
    { name: 'over', x: 300, y: 220, width: 140, height: 60, svg: rect(140, 60, '#001219', 'rx="12"') },
    {
      name: 'label',
      x: 300,
      y: 238,
      width: 140,
      height: 30,
      text: { content: 'Look', font: 'DejaVuSans-Bold', size: 20, color: '#ffffff', align: 'center' },
    },
  ],
}

/** Groups with opacity, hidden ones, layers beyond the edges, and text at every side. */
const grouped: Design = {
  width: 728,
  height: 90,
  layers: [
    back(728, 90, '#14213d'),
    {
      name: 'shapes',
      opacity: 0.6,
      children: [
        {
          name: 'edge',
          x: 600,
          y: -40,
          width: 200,
          height: 200,
          svg: '<circle cx="100" cy="100" r="100" fill="#fca311"/>',
        },
        {
          name: 'corner',
          x: -60,
          y: 40,
          width: 120,
          height: 120,
          svg: '<circle cx="60" cy="60" r="60" fill="#e5e5e5"/>',
        },
      ],
    },
    {
      name: 'not shown',
      hidden: true,
      children: [{ name: 'all', x: 0, y: 0, width: 728, height: 90, svg: rect(728, 90, '#ff0000') }],
    },
    {
      name: 'left text',
      x: 90,
      y: 14,
      width: 200,
      height: 60,
      text: { content: 'Up to\nhalf price', font: 'DejaVuSans-Bold', size: 24, color: '#ffffff', leading: 30 },
    },
    {
      name: 'middle text',
      x: 280,
      y: 30,
      width: 160,
      height: 40,
      text: { content: 'Only today', font: 'DejaVuSerif', size: 22, color: '#fca311', align: 'center' },
    },
    {
      name: 'right text',
      x: 440,
      y: 32,
      width: 150,
      height: 40,
      text: { content: 'Shop now', font: 'DejaVuSans', size: 20, color: '#ffffff', align: 'right' },
    },
  ],
}

/** A column of fills, a mask, a clipped stripe and a long text. */
const column: Design = {
  width: 160,
  height: 600,
  layers: [
    back(160, 600, '#ffffff'),
    { name: 'top', x: 0, y: 0, width: 160, height: 180, svg: rect(160, 180, '#2a9d8f') },
    { name: 'stripe', clipping: true, x: 0, y: 60, width: 160, height: 300, svg: rect(160, 300, '#264653') },
    {
      name: 'masked',
      mask: { x: 20, y: 230, width: 120, height: 90 },
      x: 0,
      y: 200,
      width: 160,
      height: 160,
      svg: rect(160, 160, '#e76f51'),
    },
    {
      name: 'fade',
      opacity: 0.4,
      x: 0,
      y: 380,
      width: 160,
      height: 60,
      svg: '<ellipse cx="80" cy="30" rx="80" ry="30" fill="#f4a261"/>',
    },
    {
      name: 'text',
      x: 10,
      y: 450,
      width: 145,
      height: 130,
      text: {
        content: 'Fresh from\nthe market,\nevery week\nof the year',
        font: 'DejaVuSans',
        size: 18,
        color: '#264653',
        leading: 26,
      },
    },
  ],
}

/** Designs of different sizes and features. */
export const designs: Readonly<Record<string, Design>> = { bakery, mixed, grouped, column }
