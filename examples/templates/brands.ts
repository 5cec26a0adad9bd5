import type { BrandColor, BrandFont, BrandProfile } from '../../src/domain/templates/brand.ts'

/** A brand with a product to show in its templates. Pictures are files of `examples/spring-garden/images`. */
export type ExampleBrand = {
  readonly profile: BrandProfile
  readonly logo?: string
  readonly picture: string
  readonly product: Readonly<Record<string, string>>
}

const colors = (given: Readonly<Record<BrandColor['role'], string>>): BrandColor[] =>
  (Object.entries(given) as [BrandColor['role'], string][]).map(([role, hex], i) => ({
    role,
    hex,
    weight: 0.4 / (i + 1),
  }))
const font = (family: string, role: BrandFont['role'], weight: number, generic: BrandFont['generic']): BrandFont => ({
  family,
  role,
  weight,
  generic,
})

/** A light brand with a logo. */
const fernhollow: ExampleBrand = {
  profile: {
    name: 'Fernhollow',
    colors: colors({
      background: '#fbf9f2',
      text: '#17392b',
      primary: '#2f6b4a',
      secondary: '#cfdeb2',
      accent: '#d14a22',
    }),
    fonts: [font('Georgia', 'heading', 700, 'serif'), font('Avenir Next', 'body', 400, 'sans-serif')],
    tone: ['natural', 'warm'],
    copy: {
      headlines: ['Spring starts here', 'Everything your garden needs for spring'],
      texts: [],
      callsToAction: ['Shop spring'],
      badges: [],
    },
    images: [],
    logo: { blob: 'logo.png', contentType: 'image/png', width: 752, height: 124, role: 'logo' },
  },
  logo: 'logo.png',
  picture: 'lantern.png',
  product: { productName: 'Hygge Garden Lantern with Candle', price: '£18.50', wasPrice: '£24.00', badge: 'Save 20%' },
}

/** A dark brand without a logo, with square corners. */
const nox: ExampleBrand = {
  profile: {
    name: 'NOX TOOLWORKS',
    colors: colors({
      background: '#101216',
      text: '#f4f5f7',
      primary: '#ff6a13',
      secondary: '#2b3038',
      accent: '#ffc400',
    }),
    fonts: [font('Oswald', 'heading', 800, 'sans-serif')],
    tone: ['bold', 'precise', 'industrial'],
    copy: { headlines: ['Built for hard work'], texts: [], callsToAction: ['Get yours'], badges: [] },
    images: [],
  },
  picture: 'pruning-shears.png',
  product: { productName: 'Carbon Bypass Secateurs, 21 cm', price: '$39.00', badge: 'New' },
}

/** A colorful brand. */
const jolly: ExampleBrand = {
  profile: {
    name: 'jolly sprouts',
    colors: colors({
      background: '#fff4d6',
      text: '#3b1660',
      primary: '#7a1fd1',
      secondary: '#00b39b',
      accent: '#ff2e88',
    }),
    fonts: [font('Baloo', 'heading', 800, 'sans-serif'), font('Nunito', 'body', 400, 'sans-serif')],
    tone: ['playful', 'happy'],
    copy: { headlines: ['Grow something wonderful'], texts: [], callsToAction: ['Start growing'], badges: [] },
    images: [],
  },
  picture: 'seed-packets.png',
  product: { productName: 'Rainbow Seed Box for Kids', price: '€9.99', wasPrice: '€14.99', badge: '3 for 2' },
}

/** A brand with a very long name, no headline, and a product with very long texts. */
const manufactory: ExampleBrand = {
  profile: {
    name: 'Königlich Privilegierte Gartenmöbel-Manufaktur zu Schönbrunn',
    colors: colors({
      background: '#ffffff',
      text: '#1c1c1c',
      primary: '#1f2a44',
      secondary: '#e9e4d8',
      accent: '#9a7b3f',
    }),
    fonts: [font('Cormorant Garamond', 'heading', 600, 'serif')],
    tone: ['elegant', 'exclusive', 'classic'],
    copy: { headlines: [], texts: [], callsToAction: ['Discover'], badges: [] },
    images: [],
  },
  picture: 'raised-bed.png',
  product: {
    productName:
      'Handgefertigtes Lärchenholz-Hochbeet mit Bewässerungssystem und Schneckenkante, 240 × 120 × 80 cm, geölt, mit fünf Jahren Garantie',
    price: '1.249,00 €',
    wasPrice: '1.499,00 €',
    badge: 'Nur für Mitglieder: 15 %',
  },
}

export const exampleBrands: readonly ExampleBrand[] = [fernhollow, nox, jolly, manufactory]
