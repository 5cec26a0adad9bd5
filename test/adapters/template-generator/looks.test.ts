import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { psdOf } from '../../../examples/brands/psd-of.ts'
import { filledWith } from '../../../src/domain/templates/numbered.ts'
import { samples } from '../../../src/domain/templates/samples.ts'
import { adUnitSizeOf, sizeOfAdUnit } from '../../../src/domain/templates/size.ts'
import { launchBrowser } from '../../support/rendering/browser.ts'
import { drawnBy } from '../../support/rendering/rendering.ts'
import { campaignDesign, campaignLook } from '../../support/templates/campaign.ts'
import { type Designing, designing, going, made } from '../../support/templates/generators.ts'

const test = suite<{ designs: Designing; browser: Browser }>('looks of designs')
test.before(async context => {
  context.browser = await launchBrowser()
  context.designs = await designing()
})
test.after(async ({ browser, designs }) => {
  await browser.close()
  await designs.close()
})

/** How the parts of an ad look in a browser; colors `rgb(r, g, b)`, lengths in pixels. */
const measured = async (browser: Browser, html: string, size: { width: number; height: number }) => {
  const page = await browser.newPage({ viewport: size })
  await page.setContent(html)
  const found = await page.evaluate(() => {
    const seen = (part: string) => {
      const element = document.querySelector(`[data-part="${part}"]`)
      if (element === null) return undefined
      const { color, backgroundColor, borderTopLeftRadius, fontFamily, fontWeight, textTransform } =
        getComputedStyle(element)
      const { height } = element.getBoundingClientRect()
      const letters = textTransform === 'uppercase' ? element.textContent?.toUpperCase() : element.textContent
      return {
        ...{ color, backgroundColor, fontFamily, fontWeight, letters, height },
        radius: Number.parseFloat(borderTopLeftRadius),
      }
    }
    return { ad: seen('ad'), headline: seen('headline'), cta: seen('cta'), price: seen('price') }
  })
  await page.close()
  return found
}

const channelsOf = (hex: string): readonly number[] =>
  [1, 3, 5].map(from => Number.parseInt(hex.slice(from, from + 2), 16))
const rgb = (hex: string): string => `rgb(${channelsOf(hex).join(', ')})`

/** The share of an ad's pixels that have a color. */
const shareOf = async (png: Buffer, hex: string): Promise<number> => {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const [red, green, blue] = channelsOf(hex)
  let count = 0
  for (let i = 0; i < data.length; i += 4) if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) count++
  return count / (info.width * info.height)
}

for (const name of ['728x90', '160x600', '970x250', '300x600'])
  test(`${name} has the ground, band, button, letters and copy of a design of 300x250`, async ({
    designs,
    browser,
  }) => {
    const { ground, band, button, headline, price } = campaignLook
    const size = sizeOfAdUnit(name)
    const { profile } = await designs.read(await psdOf(campaignDesign))
    const brief = designs.briefOf(profile)
    const { html, warnings } = made(await designs.generator.compose(brief, size, going()))
    assert.not.match(warnings.join(), 'was not used')
    const [sample] = filledWith(html, samples)
    const shown = await measured(browser, sample!.html, size)
    assert.is(shown.ad?.backgroundColor, rgb(ground))
    assert.equal(
      [shown.headline?.letters, shown.headline?.color, shown.headline?.fontWeight],
      [headline.text, rgb(headline.color), String(headline.weight)],
    )
    assert.match(shown.headline?.fontFamily ?? '', headline.family)
    assert.equal(
      [shown.cta?.letters, shown.cta?.backgroundColor, shown.cta?.color],
      [button.text, rgb(button.back), rgb(button.front)],
    )
    assert.ok(shown.cta!.radius >= button.radius * shown.cta!.height, 'the ends of the button are round')
    assert.is(shown.price?.color, rgb(price))
    const { bytes } = await drawnBy(designs.renderer, designs.shown(brief, html, size))
    const [ofBand, ofGround] = [await shareOf(bytes, band), await shareOf(bytes, ground)]
    assert.ok(ofBand > 0.12 && ofBand < 0.5, `the band covers ${ofBand}`)
    assert.ok(ofGround > 0.25, `the ground covers ${ofGround}`)
  })

test('each size has the look of the artboard that is nearest in ratio', async ({ designs }) => {
  const { profile } = await designs.read(await psdOf(campaignDesign))
  const wide = { ...profile.layout!, width: 1456, height: 180 }
  const blue = wide.layers.map(layer => (layer.name === 'bg' ? { ...layer, width: 1456, color: '#0b3bdc' } : layer))
  const brief = designs.briefOf({ ...profile, artboards: [{ ...wide, layers: blue }] })
  const groundOf = async (size: string) => {
    const { html } = made(await designs.generator.compose(brief, sizeOfAdUnit(size), going()))
    return /class="ad"[^>]*background:(#[0-9a-f]{6})/.exec(html)?.[1]
  }
  assert.equal([await groundOf('320x50'), await groundOf('160x600')], ['#0b3bdc', campaignLook.ground])
})

test('a gradient behind a design is behind all sizes, and a picture is told from it by its pixels', async ({
  designs,
}) => {
  const backed = async (inner: string) => {
    const layers = campaignDesign.layers.map(layer => (layer.name === 'bg' ? { ...layer, svg: inner } : layer))
    const { profile } = await designs.read(await psdOf({ ...campaignDesign, layers } as typeof campaignDesign))
    const size = { width: 160, height: 600 }
    const { html } = made(await designs.generator.compose(designs.briefOf(profile), size, going()))
    return html
  }
  const gradient =
    '<linearGradient id="b" x2="0" y2="1"><stop offset="0" stop-color="#f3e4cf"/><stop offset="1" stop-color="#e6b98f"/></linearGradient><rect width="300" height="250" fill="url(#b)"/>'
  const dots = Array.from(
    { length: 120 },
    (_, i) => `<circle cx="${(i * 67) % 300}" cy="${(i * 41) % 250}" r="9" fill="#dcb27c"/>`,
  )
  assert.match(await backed(gradient), '<img class="ground" src="/assets/acme/designs/')
  assert.not.match(await backed(`<rect width="300" height="250" fill="#fff4e0"/>${dots.join('')}`), 'class="ground"')
})

test('small print that a size has no room for is named', async ({ designs }) => {
  const { profile } = await designs.read(await psdOf(campaignDesign))
  const compose = async (width: number, height: number) =>
    made(await designs.generator.compose(designs.briefOf(profile), { width, height }, going()))
  assert.match((await compose(300, 600)).html, 'Terms apply. While stocks last.</p>')
  const narrow = await compose(160, 600)
  assert.match(narrow.warnings.join(), `${adUnitSizeOf({ width: 160, height: 600 })} has no room for the small print`)
})

test.run()
