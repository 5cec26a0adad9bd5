import * as fc from 'fast-check'
import type { BrandProfile } from '../../../src/domain/templates/brand.ts'
import type { TemplateBrief } from '../../../src/ports/template-generator.ts'

/** A light brand with every color; tests override what they are about. */
export const brand = (given: Partial<BrandProfile> = {}): BrandProfile => ({
  name: 'Fernhollow',
  colors: [
    { hex: '#2f6b4a', role: 'primary', weight: 0.4 },
    { hex: '#cfdeb2', role: 'secondary', weight: 0.2 },
    { hex: '#d14a22', role: 'accent', weight: 0.1 },
    { hex: '#fbf9f2', role: 'background', weight: 0.2 },
    { hex: '#17392b', role: 'text', weight: 0.1 },
  ],
  fonts: [{ family: 'Georgia', role: 'heading', weight: 700, generic: 'serif' }],
  tone: ['warm'],
  copy: { headlines: ['Spring starts here'], texts: [], callsToAction: ['Shop spring'], badges: [] },
  images: [],
  ...given,
})

export const brief = (given: Partial<TemplateBrief> = {}): TemplateBrief => ({
  accountId: 'acme',
  brand: brand(),
  retailerName: 'Fernhollow',
  inventoryType: 'OffSite',
  picturePaths: {},
  ...given,
})

export const anyColor = fc.integer({ min: 0, max: 0xffffff }).map(n => `#${n.toString(16).padStart(6, '0')}`)
const anyText = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.constantFrom('{{x}}', '</style><script>', '\'"`<b>', '{{{a}}}', 'ﷺ', '😀'.repeat(10)),
)
/** Brands of any colors, texts and fonts, also hostile ones. */
export const anyBrand: fc.Arbitrary<BrandProfile> = fc.record({
  name: anyText,
  colors: fc.array(
    fc.record({
      hex: anyColor,
      role: fc.constantFrom(
        'primary' as const,
        'secondary' as const,
        'accent' as const,
        'background' as const,
        'text' as const,
      ),
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 12 },
  ),
  fonts: fc.array(
    fc.record({
      family: anyText,
      role: fc.constantFrom('heading' as const, 'body' as const),
      weight: fc.integer({ min: 1, max: 1000 }),
      generic: fc.constantFrom('sans-serif' as const, 'serif' as const, 'monospace' as const, 'cursive' as const),
    }),
    { maxLength: 6 },
  ),
  tone: fc.array(fc.constantFrom('playful', 'elegant', 'warm', 'bold'), { maxLength: 5 }),
  copy: fc.record({
    headlines: fc.array(anyText, { maxLength: 3 }),
    texts: fc.array(anyText, { maxLength: 1 }),
    callsToAction: fc.array(anyText, { maxLength: 3 }),
    badges: fc.array(anyText, { maxLength: 1 }),
  }),
  images: fc.constant([]),
})
