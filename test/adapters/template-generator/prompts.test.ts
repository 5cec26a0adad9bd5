import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { picturesOf } from '../../../src/adapters/template-generator/checks/pictures.ts'
import { compose } from '../../../src/domain/creatives/compose.ts'
import { sha256 } from '../../../src/domain/shared/digest.ts'
import { treeOf } from '../../../src/domain/templates/clean/tree.ts'
import { findPart } from '../../../src/domain/templates/edit/find-parts.ts'
import { styleOf } from '../../../src/domain/templates/edit/inline-style.ts'
import { crowded, placesOf } from '../../../src/domain/templates/edit/part-places.ts'
import type { Target } from '../../../src/domain/templates/prompt/meaning.ts'
import { samples } from '../../../src/domain/templates/samples.ts'
import { adUnitSizeOf, sizesOf, type TemplateSize } from '../../../src/domain/templates/size.ts'
import { isGeneratorFailure, type TemplateBrief } from '../../../src/ports/template-generator.ts'
import { brief } from '../../support/templates/brands.ts'
import { type Generating, generating, going, made } from '../../support/templates/generators.ts'
import { type Look, promptsTried } from '../../support/templates/prompts-tried.ts'
import { sixBrands } from '../../support/templates/six-brands.ts'

/** How many of the six brands are tried, and where sheets of their templates are written: `PROMPT_BRANDS=6 PROMPT_SHEETS=/tmp/sheets`. */
const brands = sixBrands.slice(0, Number(process.env.PROMPT_BRANDS ?? 2))
const sheets = process.env.PROMPT_SHEETS

const test = suite<{ given: Generating }>('prompts')
test.before(async context => {
  context.given = await generating()
})
test.after(({ given }) => given.close())

const columns = samples[0]!.columns
const drawn = async (
  { renderer }: Generating,
  of: TemplateBrief,
  html: string,
  size: TemplateSize,
  measured?: true,
) => {
  const filled = compose({ html, columns, transformations: [] })
  if ('code' in filled) throw new Error(filled.detail)
  const rendered = await renderer.render({
    ...{ accountId: 'acme', html: filled.html, ...size, scale: 1, format: 'png', label: 'a prompt' },
    ...(measured ? { measured } : {}),
    resource: picturesOf(of, { read: async () => Buffer.alloc(0) }),
  })
  if ('code' in rendered) throw new Error(rendered.detail)
  return rendered
}
const lookOf = async (given: Generating, of: TemplateBrief, html: string, size: TemplateSize): Promise<Look> => {
  const { content } = await drawn(given, of, html, size, true)
  const document = treeOf(html)!
  return {
    html,
    style: (part, property) => {
      const element = findPart(document, part as Target)
      return element && styleOf(element).get(property)
    },
    places: placesOf([
      ...content!.texts.flatMap(({ part, lines }) => lines.map(line => ({ part, ...line }))),
      ...content!.pictures.map(({ part, painted }) => ({ part, ...painted })),
      ...content!.boxes,
    ]),
  }
}

const sizes = sizesOf('OffSite')
for (const [b, profile] of brands.entries())
  test(`${profile.name}: thirty prompts in five languages do what they say, or say why not at a size`, async ({
    given,
  }) => {
    const refused: string[] = []
    const of = brief({ brand: profile })
    const pictures: OverlayOptions[] = []
    for (const [p, [prompt, fulfilled]] of promptsTried.entries()) {
      // each brand and prompt at another size, rectangles most often
      const size = (p + b) % 2 === 0 ? sizes[0]! : sizes[Math.floor((p + b) / 2) % sizes.length]!
      const { html } = made(await given.builtIn.compose(of, size, going()))
      const edited = await given.builtIn.edit({ brief: of, html, size, prompt, take: 0 }, going())
      const at = `${profile.name}, ${adUnitSizeOf(size)}: ${prompt}`
      if (isGeneratorFailure(edited)) {
        assert.unreachable(`${at}: ${edited.detail}`)
        continue
      }
      const notDone = edited.warnings.filter(warning => warning.startsWith('Not done'))
      assert.not.match(edited.warnings.join(), /Not understood|Nicht verstanden|Non compris|No entendido|理解/, at)
      if (notDone.length > 0) refused.push(`${at}: ${notDone.join(' ')}`)
      else
        assert.ok(
          fulfilled(await lookOf(given, of, edited.html, size), await lookOf(given, of, html, size)),
          `${at}: ${edited.warnings.join(' ')}`,
        )
      if (sheets !== undefined && size.width <= 300) {
        for (const [i, one] of [html, edited.html].entries()) {
          const { bytes } = await drawn(given, of, one, size)
          pictures.push({
            input: await sharp(bytes).resize({ height: 250 }).toBuffer(),
            left: (p % 3) * 640 + i * 310,
            top: Math.floor(p / 3) * 270,
          })
        }
      }
    }
    if (sheets !== undefined) {
      await mkdir(sheets, { recursive: true })
      const canvas = { width: 1920, height: 2700, channels: 3 as const, background: '#888888' }
      await writeFile(join(sheets, `${b}.png`), await sharp({ create: canvas }).composite(pictures).png().toBuffer())
      await writeFile(join(sheets, `${b}-refused.txt`), refused.join('\n'))
    }
    assert.ok(refused.length / promptsTried.length < 0.2, refused.join('\n'))
  })

const size = { width: 300, height: 250 }
const edits = async (
  given: Generating,
  html: string,
  prompt: string,
  more: { take?: number; given?: readonly string[]; earlier?: { html?: string; prompts: readonly string[] } } = {},
) => made(await given.builtIn.edit({ brief: brief(), html, size, prompt, take: 0, ...more }, going()))

test('an undo gives back the version before, and "it" is what the last prompt was about', async ({ given }) => {
  const { html } = made(await given.builtIn.compose(brief(), size, going()))
  const bigger = await edits(given, html, 'make the price smaller')
  const red = await edits(given, bigger.html, 'make it red', { earlier: { html, prompts: ['make the price smaller'] } })
  assert.match(red.html, /data-part="price"[^>]*color:#(?:ff0000|[0-9a-f]{6})/)
  assert.is.not(red.html, bigger.html)
  const back = await edits(given, bigger.html, 'Rückgängig', { earlier: { html, prompts: [] } })
  assert.is(back.html, html)
})

test('each retry gives another variant, in which what the prompt asked is still true', async ({ given }) => {
  const { html } = made(await given.builtIn.compose(brief(), size, going()))
  const takes = []
  for (const take of [0, 1, 2]) takes.push(await edits(given, html, 'make the background #e0f0ff', { take }))
  assert.is(new Set(takes.map(one => one.html)).size, 3)
  for (const one of takes) assert.match(one.html, 'background:#e0f0ff')
  assert.match(takes[1]?.warnings.join() ?? '', 'This variant differs in')
})

test('a retry never gives a variant that was given before, while there are others', async ({ given }) => {
  const { html } = made(await given.builtIn.compose(brief(), size, going()))
  const before: string[] = []
  for (let nth = 0; nth < 5; nth++) {
    // always the same take, as if all earlier variants had been passed over
    const { html: next } = await edits(given, html, 'make the background #e0f0ff', {
      ...{ take: Math.min(nth, 1), given: before.map(sha256) },
    })
    assert.not.ok(before.includes(next), `the variant of retry ${nth} was given before`)
    assert.match(next, 'background:#e0f0ff')
    before.push(next)
  }
})

test('a button as wide as the ad makes room for itself, and no two parts touch', async ({ given }) => {
  const of = brief({ brand: sixBrands[3]! })
  const { html } = made(await given.builtIn.compose(of, size, going()))
  const asked = { brief: of, html, size, prompt: 'make the button full width', take: 0 }
  const edited = made(await given.builtIn.edit(asked, going()))
  assert.match(edited.warnings.join(), 'To make room')
  const [before, after] = [await lookOf(given, of, html, size), await lookOf(given, of, edited.html, size)]
  assert.is(crowded(before.places, after.places), undefined)
  assert.ok(after.places.cta!.width > 250)
})

test('a bigger text that does not fit grows less, and one that cannot be is named', async ({ given }) => {
  const { html } = made(await given.builtIn.compose(brief(), size, going()))
  const { html: larger, warnings } = await edits(given, html, 'make the price much bigger. Make the headline 90 px')
  assert.match(warnings.join(), 'Not done: "Make the headline 90 px"')
  assert.is.not(larger, html)
})

test('HTML that is gone back to is cleaned like any other', async ({ given }) => {
  const { html } = made(await given.builtIn.compose(brief(), size, going()))
  const earlier = { html: `${html}<script>alert(1)</script>`, prompts: [] }
  assert.not.match((await edits(given, html, 'undo', { earlier })).html, 'alert')
  const wide =
    '<body style="margin:0"><div style="width:900px;height:50px;background:#ccc">{{productName}}</div></body>'
  const { html: kept, warnings } = await edits(given, html, 'undo', { earlier: { html: wide, prompts: [] } })
  assert.is(kept, html)
  assert.match(warnings.join(), 'Not done: "undo"')
})

test.run()
