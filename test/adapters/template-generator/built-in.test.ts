import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openBuiltIn } from '../../../src/adapters/template-generator/built-in/open-built-in.ts'
import { openChecks } from '../../../src/adapters/template-generator/checks/open-checks.ts'
import type { ComposedLayout } from '../../../src/domain/templates/design/compose-layout.ts'
import { sizesOf } from '../../../src/domain/templates/size.ts'
import { RendererUnavailable } from '../../../src/ports/renderer.ts'
import { noLog } from '../../support/rendering/rendering.ts'
import { brand, brief } from '../../support/templates/brands.ts'
import { failed, type Generating, generating, going, made } from '../../support/templates/generators.ts'
import { templateGeneratorContract } from '../template-generator.contract.ts'

templateGeneratorContract('built in', async ({ builtIn }) => ({ generator: builtIn }))

const test = suite<{ given: Generating }>('the built-in generator')
test.before(async context => {
  context.given = await generating()
})
test.after(({ given }) => given.close())

const size = { width: 300, height: 250 }
const html = async ({ builtIn }: Generating, at = size) => made(await builtIn.compose(brief(), at, going())).html

/** A brief whose logo has one color, `rrggbb`. */
const withLogo = (color: string) => {
  const blob = color.padEnd(64, 'a')
  const logo = { blob, contentType: 'image/svg+xml' as const, width: 60, height: 20, role: 'logo' as const }
  return brief({ brand: brand({ logo }), logoPath: 'brands/my logo.svg' })
}

test('the same brief gives the same template, with a logo where the brand has one', async ({ given }) => {
  const first = made(await given.builtIn.compose(withLogo('2f6b4a'), size, going()))
  assert.equal(made(await given.builtIn.compose(withLogo('2f6b4a'), size, going())), first)
  assert.match(first.html, '/assets/acme/brands/my%20logo.svg')
  assert.match(first.html, 'data-scheme="light"')
})

test('a font that the brand has uploaded is in its templates, also after an edit', async ({ given }) => {
  const [{ family } = { family: '' }] = brand().fonts
  const fontFiles = [{ family, weight: '700', style: 'normal', path: 'fonts/own.ttf', sha256: 'f'.repeat(64) }] as const
  const own = brief({ fontFiles })
  const face = `@font-face{font-family:"${family}";font-weight:700;font-style:normal;src:url(/assets/acme/fonts/own.ttf)}`
  const { html: composed } = made(await given.builtIn.compose(own, size, going()))
  const edit = { brief: own, html: composed, size, prompt: 'make the background white', take: 0 }
  const { html: edited } = made(await given.builtIn.edit(edit, going()))
  assert.equal([composed.split(face).length, edited.split(face).length], [2, 2])
})

test('a logo in the color of the background is shown on a dark one, and no edit hides it', async ({ given }) => {
  const { html: dark } = made(await given.builtIn.compose(withLogo('ffffff'), size, going()))
  assert.match(dark, 'data-scheme="dark"')
  assert.match(dark, 'my%20logo.svg')
  const edit = { brief: withLogo('ffffff'), html: dark, size, prompt: 'make the background white', take: 0 }
  const { html: edited, warnings } = made(await given.builtIn.edit(edit, going()))
  assert.is(edited, dark)
  assert.match(warnings.join(), 'The logo cannot be seen')
})

test('brands without colors, texts and fonts, and with very long names, pass the checks in every size', async ({
  given,
}) => {
  const bare = brand({
    name: '',
    colors: [],
    fonts: [],
    tone: [],
    copy: { headlines: [], texts: [], callsToAction: [], badges: [] },
  })
  const long = brand({
    name: 'Donaudampfschifffahrtsgesellschaft '.repeat(7).trim(),
    copy: { ...bare.copy, callsToAction: ['WWWWWWWWWWWWWWWWWW'], headlines: ['W'.repeat(30)] },
  })
  for (const profile of [bare, long])
    for (const one of sizesOf('OffSite')) made(await given.builtIn.compose(brief({ brand: profile }), one, going()))
})

test('a long headline beside a logo fits into a billboard, and a long word into a skyscraper', async ({ given }) => {
  for (const [headline, at] of [
    ['Warm bread every morning, noon and', { width: 970, height: 250 }],
    ['Harbourlight Coffee', { width: 160, height: 600 }],
  ] as const) {
    const { brand: profile, ...rest } = withLogo('2f6b4a')
    const named = { ...profile, copy: { ...profile.copy, headlines: [headline] } }
    assert.match(made(await given.builtIn.compose({ ...rest, brand: named }, at, going())).html, `>${headline}</p>`)
  }
})

test('a logo that cannot be seen on the strong color of a brand keeps the color, and gets a plate', async ({
  given,
}) => {
  const base = withLogo('2447e0')
  const colors = base.brand.colors.map(color => (color.role === 'primary' ? { ...color, hex: '#2447e0' } : color))
  const bold = { ...base, brand: { ...base.brand, colors, fonts: [], tone: ['bold', 'playful'] } }
  for (const at of sizesOf('OffSite')) {
    const { html: plated } = made(await given.builtIn.compose(bold, at, going()))
    assert.match(plated, 'data-family="color-block"')
    assert.match(plated, /data-part="ad" style="background:#2447e0/)
    assert.match(plated, /data-part="logo" style="[^"]*background:#/)
  }
})

test('edits one after the other pass the checks, in sizes of very different shapes', async ({ given }) => {
  const prompts = [
    'make it dark',
    'square corners and align the text center',
    'remove the badge and the logo',
    'make the button yellow and the price red',
  ]
  for (const at of sizesOf('OffSite').slice(2, 5)) {
    let current = await html(given, at)
    for (const prompt of prompts)
      current = made(
        await given.builtIn.edit({ brief: brief(), html: current, size: at, prompt, take: 0 }, going()),
      ).html
  }
})

test('an edit that does not fit is left out and named, the others are done', async ({ given }) => {
  const prompt = 'make the price 90 px, and the background #e0f0ff'
  const { html: edited, warnings } = made(
    await given.builtIn.edit({ brief: brief(), html: await html(given), size, prompt, take: 0 }, going()),
  )
  assert.match(edited, 'background:#e0f0ff')
  assert.not.match(edited, '90px')
  assert.match(warnings.join('\n'), 'Not done: "make the price 90 px"')
})

test('no edit cuts a price, or makes a stamp of the picture', async ({ given }) => {
  const prompts = ['make the price 60 px', ...Array<string>(4).fill('make the picture smaller')]
  for (const at of [size, { width: 728, height: 90 }]) {
    let current = await html(given, at)
    for (const prompt of prompts) {
      const asked = { brief: brief(), html: current, size: at, prompt, take: 0 }
      current = made(await given.builtIn.edit(asked, going())).html
      const checked = await given.checks({ brief: brief(), html: current, size: at, expected: [] }, going())
      assert.equal('findings' in checked && checked.findings, [], `${prompt} at ${at.width}x${at.height}`)
    }
  }
})

test('what is not understood is a warning in its own words, and the rest is done', async ({ given }) => {
  const prompt = 'add a unicorn, make the headline bigger'
  const before = await html(given)
  const { html: edited, warnings } = made(
    await given.builtIn.edit({ brief: brief(), html: before, size, prompt, take: 0 }, going()),
  )
  assert.is(warnings[0], 'Not understood: "add a unicorn".')
  assert.match(warnings[1] ?? '', 'For example: “Add a badge that says "New"”')
  const headline = (of: string) => Number(/data-part="headline" style="[^"]*font-size:([\d.]+)px/.exec(of)?.[1])
  assert.ok(headline(edited) > 1.1 * headline(before), `${headline(edited)} px`)
})

test('a retry of a prompt with a choice gives another template', async ({ given }) => {
  const edit = { brief: brief(), html: await html(given), size, prompt: 'make the headline smaller' }
  const [first, second] = [
    made(await given.builtIn.edit({ ...edit, take: 0 }, going())),
    made(await given.builtIn.edit({ ...edit, take: 1 }, going())),
  ]
  assert.is.not(first.html, second.html)
})

test('a text of a foreign template that cannot be read on a picture or gradient is repaired by what was measured', async ({
  given,
}) => {
  const foreign = `<!doctype html><head><style>body{margin:0;width:300px;height:250px;background:linear-gradient(#222,#444)}
    h1{margin:0;padding:20px;font-size:20px;color:#444}p{margin:0;padding:0 20px;color:#fff;font-size:12px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}</style></head>
    <body><h1>Hello</h1><p>{{productName}}</p></body>`
  const { html: edited, warnings } = made(
    await given.builtIn.edit({ brief: brief(), html: foreign, size, prompt: 'headline 22 px', take: 0 }, going()),
  )
  assert.match(edited, 'font-size:22px')
  assert.match(warnings.join('\n'), /instead of #444444/)
})

test('a template that does not pass by itself is a failure that says why', async ({ given }) => {
  const wide =
    '<body style="margin:0"><div style="width:900px;height:50px;background:#ccc">{{productName}}</div></body>'
  const failure = failed(
    await given.builtIn.edit({ brief: brief(), html: wide, size, prompt: 'make it dark', take: 0 }, going()),
  )
  assert.is(failure.code, 'unchecked')
  assert.match(failure.detail, 'needs 900x')
})

test('HTML that would take hours or all memory is refused', async ({ given }) => {
  const huge = `<p>${Array.from({ length: 9_000 }, (_, i) => `<b ${i}>`).join('')}${'</p><p>x'.repeat(9_000)}`
  const failure = failed(
    await given.builtIn.edit({ brief: brief(), html: huge, size, prompt: 'make it dark', take: 0 }, going()),
  )
  assert.ok(['refused', 'unchecked'].includes(failure.code), failure.code)
  made(await given.builtIn.compose(brief(), size, going()))
})

test('a design is used where its shape is near and it passes the checks, else the reason is a warning', async ({
  given,
}) => {
  const own = await html(given)
  const near = openBuiltIn({ ...given, composeDesign: () => ({ html: own.replace('Spring starts', 'Designs start') }) })
  assert.match(made(await near.compose(brief(), size, going())).html, 'Designs start')
  const refused = async (composed: ComposedLayout): Promise<string> => {
    const generator = openBuiltIn({ ...given, composeDesign: () => composed })
    const { html: instead, warnings } = made(await generator.compose(brief(), size, going()))
    assert.match(instead, 'Spring starts here')
    return warnings.join()
  }
  assert.match(await refused({ html: '<p>nothing</p>' }), 'The layout of the design was not used')
  assert.match(await refused({ missing: ['the price'] }), 'it has no place for the price')
})

test('a renderer or a store that is away is a failure that may pass', async ({ given }) => {
  const renderer = { render: () => Promise.reject(new RendererUnavailable('gone')) }
  const checks = openChecks({
    threads: given.threads,
    renderer,
    blobs: { read: async () => Buffer.alloc(0) },
    logger: noLog,
  })
  const failure = failed(await openBuiltIn({ threads: given.threads, checks }).compose(brief(), size, going()))
  assert.equal([failure.code, failure.transient], ['unavailable', true])
})

test.run()
