import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { BrandProfile } from '../../../src/domain/templates/brand.ts'
import { brandColors } from '../../../src/domain/templates/brand-colors.ts'
import { brandCopy } from '../../../src/domain/templates/brand-copy.ts'
import type { BrandFindings, ColorFinding } from '../../../src/domain/templates/brand-findings.ts'
import { nothingFound } from '../../../src/domain/templates/brand-findings.ts'
import { brandFonts } from '../../../src/domain/templates/brand-fonts.ts'
import { brandProfile } from '../../../src/domain/templates/brand-profile.ts'
import { brandTone } from '../../../src/domain/templates/brand-tone.ts'
import { contrastOf } from '../../../src/domain/templates/color/contrast.ts'

const roles = (findings: readonly ColorFinding[]): string[] =>
  brandColors(findings).map(({ role, hex }) => `${role} ${hex}`)

test('a brand without colors has black text on white', () =>
  assert.equal(roles([]), ['background #ffffff', 'text #111111']))

test('a named role is kept, whatever else is used more', () =>
  assert.equal(
    roles([
      { hex: '#d4572a', weight: 90 },
      { hex: '#1f6b4a', weight: 1, hint: 'primary' },
      { hex: '#fafafa', weight: 9 },
    ]),
    ['accent #d4572a', 'background #fafafa', 'primary #1f6b4a', 'text #111111'],
  ))

test('the text color is one that can be read on the background', () => {
  for (const background of ['#ffffff', '#777777', '#000000', '#ffe600', '#16324f']) {
    const colors = brandColors([
      { hex: background, weight: 9, hint: 'background' },
      { hex: '#808080', weight: 5, hint: 'text' },
    ])
    const [text] = colors.filter(({ role }) => role === 'text')
    assert.ok(contrastOf(text!.hex, background) >= 4.5, `${text!.hex} on ${background}`)
  }
})

test('colors that look the same are one, and noise has no role', () =>
  assert.equal(
    roles([
      { hex: '#1f6b4a', weight: 50 },
      { hex: '#1f6b4b', weight: 20 },
      { hex: '#ffffff', weight: 30 },
      { hex: '#d4572a', weight: 0.1 },
    ]),
    ['primary #1f6b4a', 'background #ffffff', 'text #111111'],
  ))

test('a dark brand has a dark background', () =>
  assert.equal(
    roles([
      { hex: '#0b0b0c', weight: 9 },
      { hex: '#e63946', weight: 2 },
    ]),
    ['background #0b0b0c', 'primary #e63946', 'text #ffffff'],
  ))

test('the fonts of headings and of body text come first, by their use', () =>
  assert.equal(
    brandFonts([
      { family: 'Roboto', use: 50, weight: 400, role: 'body' },
      { family: 'LORA', use: 5, weight: 500, role: 'heading' },
      { family: 'Source Code Pro', use: 7, weight: 400 },
    ]),
    [
      { family: 'Lora', role: 'heading', weight: 600, generic: 'serif' },
      { family: 'Roboto', role: 'body', weight: 400, generic: 'sans-serif' },
      { family: 'Source Code Pro', role: 'body', weight: 400, generic: 'monospace' },
    ],
  ))

test('copy is what a customer reads: no labels, repeats, or talk of colors and fonts', () =>
  assert.equal(
    brandCopy([
      { kind: 'headline', text: 'Grow something good' },
      { kind: 'headline', text: 'GROW SOMETHING GOOD' },
      { kind: 'text', text: 'Home' },
      { kind: 'text', text: 'Headlines are set in Playfair Display, always.' },
      { kind: 'text', text: 'Our main color is the green #1f6b4a of a leaf.' },
      { kind: 'text', text: 'Pots that breathe, so that your plants grow.' },
      { kind: 'action', text: 'Shop\u0000 \n plants' },
      { kind: 'action', text: 'A button that says far too much to be a button, and goes on and on' },
      { kind: 'badge', text: '-20 %' },
    ]),
    {
      headlines: ['Grow something good'],
      texts: ['Pots that breathe, so that your plants grow.'],
      callsToAction: ['Shop plants'],
      badges: ['-20 %'],
    },
  ))

test('a tone needs more than one word', () => {
  assert.equal(brandTone(['We save you money: deals, offers and sales. Natural.']), ['thrifty'])
  assert.equal(brandTone(['Nothing of the kind']), [])
})

const image = (blob: string) => ({ blob, contentType: 'image/png' as const, width: 10, height: 10 })
const name = (text: string) => ({ text, source: 'title' as const })
const found = (findings: Partial<BrandFindings>): BrandFindings => ({ ...nothingFound, ...findings })

test('the first source that has a name or a logo gives it, and every picture comes once', () => {
  const profile = brandProfile([
    found({ names: [name(' \u0007')], images: [{ image: image('a'), logoScore: 1 }] }),
    found({
      names: [name('Second')],
      images: [
        { image: image('b'), logoScore: 4 },
        { image: image('a'), logoScore: 9 },
      ],
    }),
    found({ names: [name('Third')], images: [{ image: image('c'), logoScore: 99 }] }),
  ])
  assert.is(profile.name, 'Second')
  assert.equal(
    profile.images.map(({ blob, role }) => `${role} ${blob}`),
    ['logo a', 'picture b', 'picture c'],
  )
})

test('an earlier source says more of the colors, however many a later one has', () => {
  const many = Array.from({ length: 500 }, () => ({ hex: '#c8553d', weight: 9 }))
  const { colors } = brandProfile([found({ colors: [{ hex: '#16324f', weight: 1 }] }), found({ colors: many })])
  assert.is(colors.find(({ role }) => role === 'primary')?.hex, '#16324f')
})

test('whatever is found, the profile is within its bounds', () => {
  const long = 'Wörd\u0000\ud800 '.repeat(10_000)
  const profile = brandProfile([
    found({
      names: [name(long)],
      colors: Array.from({ length: 400 }, (_, n) => ({
        hex: `#${(n * 41_999).toString(16).padStart(6, '0')}`,
        weight: n,
      })),
      fonts: Array.from({ length: 50 }, (_, n) => ({ family: `${long}${n}`, use: n, weight: n * 1_000 - 5 })),
      texts: (['headline', 'text', 'action', 'badge'] as const).flatMap(kind =>
        Array.from({ length: 50 }, (_, n) => ({ kind, text: `${n} ${long}` })),
      ),
      images: Array.from({ length: 90 }, (_, n) => ({ image: image(`${n}`), logoScore: 0 })),
    }),
  ])
  assert.ok(BrandProfile.is(profile))
  assert.is(profile.images.length, 30)
})

test.run()
