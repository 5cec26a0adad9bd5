import type { Browser } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { approvalConfirmationPage, approvalProblemPage } from '../../src/pages/approval-answer-pages.ts'
import { type ApprovalPageData, approvalPage } from '../../src/pages/approval-page.ts'
import { approvalPageHeaders } from '../../src/pages/layout.ts'
import { launchBrowser } from '../support/rendering/browser.ts'
import { servePages } from '../support/servers/page-server.ts'
import { asked, onePixel } from './examples.ts'
import { dangersIn, hostileTexts, noDangers, withText } from './hostile.ts'

const png = { headers: { 'Content-Type': 'image/png' }, body: onePixel }
type Context = { browser: Browser; server: Awaited<ReturnType<typeof servePages>>; shown: ApprovalPageData }
const page = suite<Context>('approval page')

page.before(async context => {
  context.browser = await launchBrowser()
  context.shown = asked
  context.server = await servePages(hit => {
    if (hit.path.endsWith('.png')) return png
    if (hit.path === '/approvals/token' && hit.method === 'GET')
      return { headers: approvalPageHeaders, body: approvalPage(context.shown) }
    return hit.method === 'POST' ? { headers: approvalPageHeaders, body: 'recorded' } : undefined
  })
})
page.before.each(context => {
  context.shown = asked
  context.server.hits.length = 0
})
page.after(async ({ browser, server }) => {
  await browser.close()
  await server.close()
})

for (const [button, decision] of [
  ['Approve campaign', 'Approved'],
  ['Reject campaign', 'Rejected'],
] as const)
  page(`posts "${decision}" and the comment from a phone without scripts`, async ({ browser, server }) => {
    const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    const tab = await phone.newPage()
    await tab.goto(`${server.base}/approvals/token`)
    await tab.fill('#comment', 'Größer & "roter"\nbitte')
    await tab.click(`text=${button}`)
    await tab.waitForSelector('text=recorded')
    const posts = server.hits.filter(hit => hit.method === 'POST')
    assert.is(posts.length, 1)
    assert.is(posts[0]!.path, '/approvals/token')
    assert.equal(Object.fromEntries(new URLSearchParams(posts[0]!.body)), {
      decision,
      comment: 'Größer & "roter"\r\nbitte',
    })
    await phone.close()
  })

page('a page of a part says so above the creatives and beside the buttons', async ({ browser, shown }) => {
  const tab = await browser.newPage()
  const textOf = (selector: string) => tab.locator(selector).allInnerTexts()
  const part = { ...shown, creatives: shown.creatives.slice(0, 1), partOf: { total: 10_000, of: 'creative' } } as const
  await tab.setContent(approvalPage(part))
  const says = 'The first 1 of 10,000 creatives are shown. Your decision covers all of them.'
  assert.equal(await textOf('p.warning:not(figure .warning)'), [says, says])
  assert.equal(await textOf('form .warning'), [says])
  assert.match((await textOf('.facts')).join(), '10,000 creatives; the first 1 are shown')
  await tab.setContent(approvalPage(shown))
  assert.equal(await textOf('form .warning'), [])
  await tab.close()
})

page('opening the link decides nothing and loads nothing from other hosts', async ({ browser, server }) => {
  const tab = await browser.newPage()
  const problems: string[] = []
  tab.on('console', message => problems.push(message.text()))
  await tab.goto(`${server.base}/approvals/token`)
  const loaded = await tab.evaluate(
    `Promise.all([...document.images].map(i => { i.loading = 'eager'; return i.decode() })).then(a => a.length)`,
  )
  assert.is(loaded, 4)
  assert.ok(server.hits.every(hit => hit.method === 'GET'))
  assert.equal(problems, [])
  await tab.close()
})

page('a phone shows readable text and large touch targets without horizontal scrolling', async ({ browser, shown }) => {
  const long = { ...shown.campaign, name: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5) }
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const tab = await context.newPage()
  await tab.setContent(approvalPage({ ...shown, campaign: long, warning: 'Choose one.' }))
  const measured = await tab.evaluate(`({
    over: document.documentElement.scrollWidth - innerWidth,
    font: Math.min(...[...document.querySelectorAll('body *')].map(e => parseFloat(getComputedStyle(e).fontSize))),
    target: Math.min(...[...document.querySelectorAll('button,.button,figcaption a')].map(e => e.getBoundingClientRect().height)),
  })`)
  const { over, font, target } = measured as { over: number; font: number; target: number }
  assert.is(over, 0)
  assert.ok(font >= 16, `smallest text is ${font} px`)
  assert.ok(target >= 44, `smallest target is ${target} px`)
  await context.close()
})

page('text has sufficient contrast in light and dark mode', async ({ browser, shown }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme })
    const tab = await context.newPage()
    await tab.setContent(approvalPage(shown))
    const worst = await tab.evaluate(`(() => {
      const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(n => { n /= 255; return n <= .03928 ? n / 12.92 : ((n + .055) / 1.055) ** 2.4 }); return .2126 * r + .7152 * g + .0722 * b }
      const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\\)$/.test(c)) return c } }
      const ratio = e => { const a = light(getComputedStyle(e).color), b = light(behind(e)); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) }
      return Math.min(...[...document.querySelectorAll('body *')].filter(e => e.innerText).map(ratio))
    })()`)
    assert.ok((worst as number) >= 4.5, `${colorScheme}: ${worst}`)
    await context.close()
  }
})

page(
  'the reason stands under each picture that failed, and under no other (APPROVAL-12)',
  async ({ browser, shown }) => {
    const tab = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await tab.setContent(approvalPage(shown))
    const found = await tab.evaluate(`[...document.querySelectorAll('figure')].map(figure => {
    const reason = figure.querySelector('figcaption .warning')
    const picture = figure.querySelector('img').getBoundingClientRect()
    return [figure.querySelector('strong').innerText, reason?.innerText ?? '', reason === null || reason.getBoundingClientRect().top >= picture.bottom]
  })`)
    const reason = 'This picture cannot be shown: hero.png is not in the asset library'
    const each = [
      ['Leaderboard', '', true],
      ['In-store portrait', reason, true],
    ]
    assert.equal(found, [...each, ...each])
    await tab.close()
  },
)

page('at a zoom of 200 % the keyboard never leads to a link that is covered', async ({ browser, shown }) => {
  const tab = await browser.newPage({ viewport: { width: 640, height: 450 }, reducedMotion: 'reduce' })
  await tab.setContent(approvalPage(shown))
  const links = await tab.locator('a').count()
  const covered: string[] = []
  for (let i = 0; i < links; i++) {
    await tab.keyboard.press('Tab')
    const name = await tab.evaluate(`(() => {
      const focused = document.activeElement
      const { x, y, width, height } = focused.getBoundingClientRect()
      return focused.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ? '' : focused.innerText
    })()`)
    if (name !== '') covered.push(String(name))
  }
  assert.is.not(links, 0)
  assert.equal(covered, [])
  await tab.close()
})

page('an approver reads the whole address that clicks go to, on a phone and on paper', async ({ browser, shown }) => {
  const tab = await browser.newPage({ viewport: { width: 320, height: 640 } })
  const clickthroughUrl = `https://shop.example/spring?campaign=${'spring-at-home-'.repeat(20)}&click=last`
  await tab.setContent(approvalPage({ ...shown, creatives: [{ ...shown.creatives[0]!, clickthroughUrl }] }))
  const address = tab.locator('.creative p a')
  for (const media of ['screen', 'print'] as const) {
    await tab.emulateMedia({ media })
    const cutAt = await address.evaluate(link => {
      const shownBy = link.closest('p')!.getBoundingClientRect()
      return [...link.getClientRects()].filter(
        line => line.right > shownBy.right + 1 || line.bottom > shownBy.bottom + 1,
      )
    })
    assert.equal(cutAt, [], media)
  }
  assert.is(await address.innerText(), clickthroughUrl)
  await tab.close()
})

page('at a zoom of 400 % the bar with the way to the decision leaves three quarters of the page', async given => {
  const tab = await given.browser.newPage({ viewport: { width: 320, height: 256 } })
  await tab.setContent(approvalPage(given.shown))
  const { height } = (await tab.locator('.jump').boundingBox())!
  assert.ok(height <= 256 / 4, `it is ${height} px high`)
  await tab.close()
})

page('in a low and wide window, which has no such bar, nothing keeps room for it', async given => {
  const tab = await given.browser.newPage({ viewport: { width: 1280, height: 300 } })
  await tab.setContent(approvalPage(given.shown))
  assert.is(await tab.locator('.jump').isVisible(), false)
  assert.is(await tab.evaluate('getComputedStyle(document.documentElement).scrollPaddingBottom'), '0px')
  await tab.close()
})

page('the line beside a comment is where its text begins, in Arabic, too', async ({ browser, shown }) => {
  const tab = await browser.newPage()
  const others = ['Lovely.', 'جميل جدا!'].map(comment => ({ name: 'Chen Wei', status: 'Approved', comment }) as const)
  await tab.setContent(approvalPage({ ...shown, others }))
  const lines = await tab.evaluate(`[...document.querySelectorAll('blockquote')].map(quote => {
    const { borderLeftWidth, borderRightWidth } = getComputedStyle(quote)
    return [borderLeftWidth, borderRightWidth]
  })`)
  assert.equal(lines, [
    ['3px', '0px'],
    ['0px', '3px'],
  ])
  await tab.close()
})

page('a print in landscape has every creative and every approver', async ({ browser, shown }) => {
  const tab = await browser.newPage()
  const others = Array.from({ length: 60 }, (_, i) => ({ name: `Approver no. ${i + 1}`, status: 'Pending' }) as const)
  await tab.setContent(approvalPage({ ...shown, others }))
  const printed = await getDocumentProxy(new Uint8Array(await tab.pdf({ format: 'A4', landscape: true })))
  const { text } = await extractText(printed, { mergePages: true })
  const missing = [...shown.creatives, ...others].map(one => one.name).filter(name => !text.includes(name))
  assert.equal(missing, [])
  await tab.close()
})

page('campaign data never runs as code in an approver’s browser', async ({ browser, shown }) => {
  const tab = await browser.newPage()
  const kept = ['status']
  const answered = {
    campaignName: 'x',
    accountName: 'x',
    decision: 'Rejected',
    comment: 'x',
    status: 'Pending',
    approvals: 1,
    requiredApprovals: 2,
  } as const
  const refused = {
    code: 'approval-already-decided',
    campaignName: 'x',
    requesterName: 'x',
    ownVote: { decision: 'Approved', at: 'x', comment: 'x' },
  } as const
  const late = { code: 'approval-content-changed', campaignName: 'x', unrecorded: 'x' } as const
  for (const text of hostileTexts)
    for (const markup of [
      approvalPage(withText({ ...shown, warning: 'x', comment: 'x' }, text, kept)),
      approvalConfirmationPage(withText(answered, text, ['decision', 'status'])),
      approvalProblemPage(withText(refused, text, ['code', 'decision'])),
      approvalProblemPage(withText(late, text, ['code'])),
    ]) {
      // Without the headers, so that only escaping protects the page.
      await tab.setContent(markup)
      assert.equal(await dangersIn(tab), noDangers, text)
    }
  await tab.close()
})

page(
  'a comment shown again with a warning is unchanged, including its first line break',
  async ({ browser, shown }) => {
    const tab = await browser.newPage()
    const comment = '\n  two </textarea> lines\n'
    await tab.setContent(approvalPage({ ...shown, warning: 'Too long.', comment }))
    assert.is(await tab.inputValue('#comment'), comment)
    await tab.close()
  },
)

page('the content security policy blocks markup that escaping missed', async ({ browser, server, shown }) => {
  const slipped = `${approvalPage(shown)}<script>window.ran=1</script><img src=x onerror="window.ran=1"><style>body{display:none}</style>`
  const other = await servePages(() => ({ headers: approvalPageHeaders, body: slipped }))
  const tab = await browser.newPage()
  await tab.goto(other.base)
  assert.is(await tab.evaluate('window.ran'), undefined)
  assert.is(await tab.evaluate('getComputedStyle(document.body).display'), 'block')
  assert.is(approvalPageHeaders['Referrer-Policy'], 'no-referrer')
  assert.is(approvalPageHeaders['Cache-Control'], 'no-store')
  await tab.goto(`${server.base}/approvals/token`)
  const framed = await servePages(() => ({ body: `<iframe src="${server.base}/approvals/token"></iframe>` }))
  await tab.goto(framed.base)
  assert.not.match(await tab.frames()[1]!.content(), 'Spring at home')
  await tab.close()
  await other.close()
  await framed.close()
})

page('a rejected vote shows the reason and the vote that counts', () => {
  const at = '2026-02-25T09:00:00.000Z'
  const own = approvalProblemPage({
    code: 'approval-already-decided',
    campaignName: 'Spring',
    decided: 'Rejected',
    ownVote: { decision: 'Approved', at, comment: 'No' },
  })
  assert.match(own, 'approved</strong> it on 25 February 2026, 09:00 UTC')
  assert.match(own, /already decided[\s\S]*The campaign is <strong class="Rejected">rejected<\/strong>/)
  assert.match(own, 'class="mark Rejected"')
  assert.match(approvalProblemPage({ code: 'approval-already-decided', decided: 'Approved' }), 'other approvers have')
  assert.match(
    approvalProblemPage({ code: 'approval-link-expired', requesterName: 'Ana' }),
    /expired[\s\S]*ask <bdi>Ana<\/bdi>/,
  )
  assert.match(approvalProblemPage({ code: 'approval-superseded' }), 'most recent email, which may take ten minutes')
  assert.match(approvalProblemPage({ code: 'approval-content-changed' }), 'has changed')
  assert.match(approvalProblemPage({ code: 'approval-link-unknown' }), 'does not work')
})

page('an approver who has answered is not told that the request is decided while others have yet to answer', () => {
  const ownVote = { decision: 'Approved', at: '2026-02-25T09:00:00.000Z', comment: '' } as const
  const waiting = approvalProblemPage({ code: 'approval-already-decided', campaignName: 'Spring', ownVote })
  assert.match(waiting, /You have already answered[\s\S]*not decided yet/)
  assert.not.match(waiting, /already decided|campaign is/)
})

page('an approver is not told that a campaign is approved which has changed since', () => {
  const ownVote = { decision: 'Approved', at: '2026-02-25T09:00:00.000Z', comment: '' } as const
  const changed = { code: 'approval-already-decided', campaignName: 'Spring', isChanged: true } as const
  const decided = approvalProblemPage({ ...changed, ownVote, decided: 'Approved' })
  assert.match(decided, /has changed[\s\S]*You <strong[\s\S]*campaign was <strong[\s\S]*does not count any more/)
  assert.match(approvalProblemPage({ ...changed, decided: 'Approved' }), 'other approvers had')
  for (const html of [decided, approvalProblemPage({ ...changed, ownVote })])
    assert.not.match(html, /campaign is|already|not decided yet|need not|mark Approved/)
})

page.run()
