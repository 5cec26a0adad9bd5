import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cleanHtml } from '../../src/domain/templates/clean/clean-html.ts'
import { missingColumns } from '../../src/domain/templates/clean/columns-of.ts'
import { expectedColumns } from '../../src/domain/templates/columns.ts'
import { sizesOf } from '../../src/domain/templates/size.ts'
import type { TemplateGenerator } from '../../src/ports/template-generator.ts'
import { brief } from '../support/templates/brands.ts'
import { failed, type Generating, generating, going, made } from '../support/templates/generators.ts'

const size = { width: 300, height: 250 }

/** What every adapter of TemplateGenerator keeps to. */
export const templateGeneratorContract = (
  name: string,
  open: (given: Generating) => Promise<{ readonly generator: TemplateGenerator; close?(): Promise<void> }>,
): void => {
  type Context = { given: Generating; generator: TemplateGenerator; close: (() => Promise<void>) | undefined }
  const test = suite<Context>(`generator of templates: ${name}`)
  test.before(async context => {
    context.given = await generating()
    const { generator, close } = await open(context.given)
    context.generator = generator
    context.close = close
  })
  test.after(async ({ given, close }) => {
    await close?.()
    await given.close()
  })

  test('a template of every size passes the checks', async ({ generator, given }) => {
    for (const one of sizesOf('OffSite')) {
      const { html } = made(await generator.compose(brief(), one, going()))
      assert.equal(cleanHtml(html), { html, findings: [] })
      assert.equal(missingColumns(html, expectedColumns), [])
      const checked = await given.checks({ brief: brief(), html, size: one, expected: expectedColumns }, going())
      assert.ok('findings' in checked)
      assert.equal(checked.findings, [])
    }
  })

  test('an edited template passes the checks, and is another one', async ({ generator, given }) => {
    const { html } = made(await generator.compose(brief(), size, going()))
    const edit = { brief: brief(), html, size, prompt: 'make the background #102030', take: 0 }
    const edited = made(await generator.edit(edit, going()))
    assert.is.not(edited.html, html)
    const checked = await given.checks({ brief: brief(), html: edited.html, size, expected: [] }, going())
    assert.ok('findings' in checked)
    assert.equal(checked.findings, [])
  })

  test('a hostile template that is edited comes back clean, or not at all', async ({ generator }) => {
    const html = '<body><script>alert(1)</script><p onclick="x">{{productName}}</p></body>'
    const result = await generator.edit({ brief: brief(), html, size, prompt: 'make it dark', take: 0 }, going())
    assert.not.match(JSON.stringify('html' in result ? result.html : ''), 'alert|onclick')
  })

  test('work whose signal is aborted ends', async ({ generator }) => {
    const before = AbortSignal.abort()
    assert.is(failed(await generator.compose(brief(), size, before)).code, 'ended')
    const during = new AbortController()
    const composing = generator.compose(brief(), size, during.signal)
    during.abort()
    assert.is(failed(await composing).code, 'ended')
    assert.not.ok(
      failed(await generator.edit({ brief: brief(), html: 'x', size, prompt: 'x', take: 0 }, before)).transient,
    )
  })

  test('it has a name for people', ({ generator }) => {
    assert.match(generator.name, /^[\w.:-]+$/)
  })

  test.run()
}
