import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readPage } from '../../../src/adapters/brand/page/read-page.ts'
import { nothingFound } from '../../../src/domain/templates/brand-findings.ts'
import { brandProfile } from '../../../src/domain/templates/brand-profile.ts'
import { bakeryWith, banners, insteadOfPages, likePages } from '../../support/brands/consent-pages.ts'

const readOf = (html: string, origin: Parameters<typeof readPage>[1] = {}) => {
  const page = readPage(html, origin)
  const { name, copy } = brandProfile([{ ...nothingFound, names: page.names, texts: page.texts }])
  const { instead } = page
  const is = instead && `${instead.kind}${'by' in instead ? ` by ${instead.by}` : ''}`
  return { name, headlines: copy.headlines, actions: copy.callsToAction, texts: copy.texts, is, page }
}

for (const [what, banner] of Object.entries(banners))
  for (const isFirst of [true, false])
    test(`a cookie banner ${isFirst ? 'before' : 'after'} a page is passed over: ${what}`, () => {
      const { name, headlines, actions, texts, is } = readOf(bakeryWith(banner, isFirst))
      assert.equal(
        { name, headlines, actions, texts, is },
        {
          name: 'Alder & Moss',
          headlines: ['Bread baked by hand'],
          actions: ['Order a loaf'],
          texts: ['Slow dough and a hot oven, every morning since 1987.'],
          is: undefined,
        },
      )
    })

test('the colors and pictures of a cookie banner are not those of the brand', () => {
  const banner =
    '<div id="cookie-banner" style="background:#0055ff"><img class="logo" src="tool.png" alt="Tool">We use cookies <button class="tool-button">Accept all</button></div>'
  const { page } = readOf(bakeryWith(banner))
  assert.equal([...page.inlineStyles.keys()], [])
  assert.equal(page.pictures, [])
  assert.is(page.counts.has('.tool-button'), false)
})

for (const [what, { html, is, status = 200, headers = {} }] of Object.entries(insteadOfPages))
  test(`gives no name, headline or button: ${what}`, () => {
    const read = readOf(html, { url: 'https://brand.example/', answer: { status, headers } })
    assert.equal([read.is, read.name, read.headlines, read.actions, read.texts], [is, '', [], [], []])
  })

for (const [what, { html, headline, action }] of Object.entries(likePages))
  test(`is read as the page that it is: ${what}`, () => {
    const read = readOf(html, { url: 'https://brand.example/', answer: { status: 200, headers: {} } })
    assert.equal([read.is, read.headlines[0], read.actions[0]], [undefined, headline, action])
  })

test.run()
