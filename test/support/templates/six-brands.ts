import type { BrandProfile } from '../../../src/domain/templates/brand.ts'
import { brand } from './brands.ts'

type Colors = readonly [primary: string, secondary: string, accent: string, background: string, text: string]
const colorsOf = ([primary, secondary, accent, background, text]: Colors): BrandProfile['colors'] => [
  { hex: primary, role: 'primary', weight: 0.4 },
  { hex: secondary, role: 'secondary', weight: 0.2 },
  { hex: accent, role: 'accent', weight: 0.1 },
  { hex: background, role: 'background', weight: 0.2 },
  { hex: text, role: 'text', weight: 0.1 },
]
const fontOf = (family: string, generic: 'serif' | 'sans-serif', weight = 700): BrandProfile['fonts'] => [
  { family, role: 'heading', weight, generic },
]
const copyOf = (headline: string, cta: string): BrandProfile['copy'] => ({
  headlines: [headline],
  texts: [],
  callsToAction: [cta],
  badges: [],
})

/** Brands that look different: light and dark, vivid and quiet, serif and sans-serif, rounded and square, with short and long headlines. */
export const sixBrands: readonly BrandProfile[] = [
  brand(),
  brand({
    name: 'Nordlicht',
    colors: colorsOf(['#f5c518', '#2b3a67', '#ff6b35', '#0f1626', '#f4f6fb']),
    fonts: fontOf('Inter', 'sans-serif', 800),
    tone: ['bold'],
    copy: copyOf('Licht an', 'Jetzt kaufen'),
  }),
  brand({
    name: 'Maison Céleste',
    colors: colorsOf(['#1c1c1c', '#e9e1d6', '#a8835a', '#ffffff', '#1c1c1c']),
    fonts: fontOf('Playfair Display', 'serif', 500),
    tone: ['elegant'],
    copy: copyOf('L’art de recevoir', 'Découvrir'),
  }),
  brand({
    name: 'Zap!',
    colors: colorsOf(['#e6007e', '#ffe600', '#00a0e3', '#ffffff', '#22112b']),
    fonts: fontOf('Poppins', 'sans-serif', 900),
    tone: ['playful'],
    copy: copyOf('Everything for the biggest summer party of the year', 'Go'),
  }),
  brand({
    name: 'Harbourlight Coffee Roasters',
    colors: colorsOf(['#6f4e37', '#d9c5a0', '#c8102e', '#f7f1e7', '#3b2a1e']),
    fonts: fontOf('Merriweather', 'serif', 700),
    tone: ['warm', 'natural'],
    copy: copyOf('Warm cups every morning', 'Order a bag'),
  }),
  brand({
    name: '青空',
    colors: colorsOf(['#0077c8', '#bfe3ff', '#ff7f50', '#f3faff', '#0b2a45']),
    fonts: fontOf('Noto Sans JP', 'sans-serif', 700),
    tone: ['fresh', 'minimal'],
    copy: copyOf('毎日を軽やかに', '今すぐ購入'),
  }),
]
