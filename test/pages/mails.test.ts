import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ApprovalRequestMailData, approvalRequestMail, decisionMail } from '../../src/pages/mails.ts'
import { launchBrowser } from '../support/rendering/browser.ts'
import { asked, onePixel } from './examples.ts'
import { dangersIn, hostileTexts, noDangers, withText } from './hostile.ts'

const preview = (creativeName: string, adUnitName: string, png = onePixel) => ({
  creativeName,
  adUnitName,
  width: 300,
  height: 250,
  png,
})
const request: ApprovalRequestMailData = {
  requester: asked.requester,
  approver: asked.approver,
  campaign: asked.campaign,
  link: 'https://endcap.example/approvals/aBc_-123',
  expiresAt: asked.expiresAt,
  previews: [preview('Espresso machine', 'Leaderboard'), preview('Garden chairs', 'Leaderboard')],
}
const decided = {
  requester: asked.requester,
  campaign: asked.campaign,
  decision: 'Rejected' as const,
  hasEnded: false,
  approvers: asked.others,
}

const mails = suite<{ browser: Browser }>('mails')
mails.before(async context => {
  context.browser = await launchBrowser()
})
mails.after(({ browser }) => browser.close())

mails('the approval request has the link in its text part and in its HTML part', () => {
  const { text, html, subject } = approvalRequestMail(request)
  assert.is(subject, 'Please approve: Spring at home')
  assert.match(text, '\nhttps://endcap.example/approvals/aBc_-123\n')
  assert.match(text, 'Ana Lopes (ana@retailer.example) has requested')
  assert.is(html.match(/href="https:\/\/endcap\.example\/approvals\/aBc_-123"/g)?.length, 1)
})

mails('every inline image is attached under its content id', () => {
  const { html, inline } = approvalRequestMail(request)
  assert.equal(
    inline.map(i => i.cid),
    ['preview-1@endcap', 'preview-2@endcap'],
  )
  for (const { cid } of inline) assert.match(html, `src="cid:${cid}"`)
  assert.is(html.match(/src="/g)?.length, 2)
  assert.not.match(html, 'more on the page')
})

mails('the approval request gives the number of previews that it does not show', () => {
  const many = Array.from({ length: 30 }, (_, i) => preview(`c${i}`, 'u'))
  assert.match(approvalRequestMail({ ...request, previews: many }).html, 'and 18 more on the page')
  assert.match(approvalRequestMail({ ...request, previewCount: 40 }).html, 'and 38 more on the page')
  assert.match(approvalRequestMail({ ...request, previews: [], previewCount: 1 }).html, '1 preview on the page')
})

mails('a name in Arabic does not turn the size of a picture around', async ({ browser }) => {
  const tab = await browser.newPage()
  const previews = [preview('كرسي', 'وحدة'), preview('chair', 'وحدة')]
  await tab.setContent(approvalRequestMail({ ...request, previews }).html.replaceAll('cid:', '/'))
  const inOrder = await tab.evaluate(`[...document.querySelectorAll('img')].map(image => {
    const caption = image.parentElement.nextElementSibling
    const walker = document.createTreeWalker(caption, NodeFilter.SHOW_TEXT)
    const leftOf = text => {
      walker.currentNode = caption
      while (walker.nextNode()) {
        const at = walker.currentNode.data.indexOf(text)
        if (at < 0) continue
        const range = new Range()
        range.setStart(walker.currentNode, at)
        range.setEnd(walker.currentNode, at + text.length)
        return range.getBoundingClientRect().left
      }
    }
    return leftOf('300') < leftOf('250')
  })`)
  assert.equal(inOrder, [true, true])
  await tab.close()
})

mails('the decision mail lists each approver with status, time and comment', () => {
  const { subject, text, html, inline } = decisionMail(decided)
  assert.is(subject, 'Rejected: Spring at home')
  assert.match(text, 'Chen Wei: Approved, 24 February 2026, 16:20 UTC\n  > Lovely.\n  > Keep the price large.')
  assert.match(text, 'External User: No answer yet')
  assert.match(html, 'Lovely.\nKeep the price large.')
  assert.equal(inline, [])
  const approved = { ...decided, decision: 'Approved' } as const
  assert.match(decisionMail(approved).text, 'It can now be activated.')
  assert.match(decisionMail({ ...approved, hasEnded: true }).text, 'It has ended since')
})

mails('user input never runs in webmail and never forges a header', async ({ browser }) => {
  const tab = await browser.newPage()
  for (const text of [...hostileTexts, 'a\r\nBcc: everyone@example.com'])
    for (const mail of [
      approvalRequestMail(withText(request, text, [])),
      decisionMail(withText(decided, text, ['status', 'decision'])),
    ]) {
      await tab.setContent(mail.html.replaceAll('cid:', '/'))
      assert.equal(await dangersIn(tab), noDangers, text)
      assert.not.match(mail.subject, /[\r\n\u202e\u2066]/)
      assert.not.match(mail.text, /[\u202e\u2066]/)
    }
  await tab.close()
})

mails.run()
