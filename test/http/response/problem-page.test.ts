import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fields } from '../../../src/codec/fields.ts'
import { command, query } from '../../../src/engine/operation.ts'
import { get, post } from '../../../src/operations/row.ts'
import { serving } from '../../../src/operations/serving.ts'
import { StoreAway } from '../../../src/ports/store-away.ts'
import { launchBrowser } from '../../support/rendering/browser.ts'
import { servePages } from '../../support/servers/page-server.ts'
import { acmeKey, startApp } from '../../support/service/http.ts'

let away = false
const params = t.type({ token: t.string })
const reply = { media: 'text/html' } as const
const page = (raw: string) => E.right({ raw, contentType: 'text/html; charset=utf-8' })
const getForm = query({ summary: 'A form.', params, reply, run: async () => page('<form method=post><button>Answer') })
const postAnswer = command({
  summary: 'Its answer.',
  form: true,
  params,
  body: fields({}, {}),
  reply,
  async run() {
    if (away) throw new StoreAway('event log', 'no connection')
    return page('recorded')
  },
})
const rows = [get('/links/:token', 'public', { getForm }), post('/links/:token', 'public', { postAnswer })]

type Given = { browser: Browser; tab: Page; app: Awaited<ReturnType<typeof startApp>>; base: string }
/** Milliseconds for a step of the browser: far more than a busy machine needs. */
const patienceMs = 180_000
const test = suite<Given>('problems as pages')

test.before(async given => {
  given.browser = await launchBrowser()
  given.app = await startApp(rows)
  given.base = `http://127.0.0.1:${given.app.port}`
})
test.before.each(async given => {
  given.tab = await given.browser.newPage()
  given.tab.setDefaultTimeout(patienceMs)
})
test.after.each(({ tab }) => tab.close())
test.after(async ({ browser, app }) => {
  await browser.close()
  await app.stop()
})

test('a person whose answer fails reads what to do, and comes back to the form by a button', async given => {
  const { tab } = given
  away = true
  await tab.goto(`${given.base}/links/abc`)
  const answered = tab.waitForResponse(response => response.request().method() === 'POST')
  await tab.getByRole('button', { name: 'Answer' }).click()
  const response = await answered
  assert.equal([response.status(), response.headers()['retry-after']], [503, '1'])
  assert.match(await tab.innerText('main'), /try again in a minute[\s\S]*“Try again” shows whether it was recorded/)
  assert.match(await tab.innerText('main'), /Problem store-unavailable, trace [0-9a-f]{32}/)
  assert.not.match(await tab.content(), 'Idempotency-Key')
  away = false
  await tab.getByRole('link', { name: 'Try again' }).click()
  await tab.getByRole('button', { name: 'Answer' }).click()
  await tab.getByText('recorded').waitFor()
})

test('an address that does not exist is a page for people, and JSON for programs', async ({ tab, base }) => {
  assert.is((await tab.goto(`${base}/link/%3Cimg src=x%3E`))?.status(), 404)
  assert.match(await tab.innerText('main'), 'No operation has this path')
  assert.is(await tab.locator('img').count(), 0)
  // what HttpURLConnection of Java sends
  const java = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'
  const key = { svc_apikey: acmeKey }
  for (const [accept, more] of [['*/*'], ['application/json'], [java, key]] as const) {
    const answer = await fetch(`${base}/link/abc`, { headers: { accept, ...more } })
    assert.is(answer.headers.get('content-type'), 'application/problem+json')
  }
})

const isolating = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
const publishers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a publisher': {},
  'a publisher that is isolated from other origins': isolating,
}
for (const [kind, policies] of Object.entries(publishers))
  test(`in the page of ${kind} a problem leaves the place of the ad blank`, async ({ tab }) => {
    const full = await startApp(serving)
    full.app.drain()
    const ad = `http://127.0.0.1:${full.port}/serve/acme/1/1`
    const publisher = await servePages(() => ({ headers: policies, body: `<iframe src="${ad}"></iframe>` }))
    const framed = tab.waitForResponse(response => response.url() === ad)
    await tab.goto(publisher.base)
    const response = await framed
    assert.equal([response.status(), response.headers()['retry-after']], [503, '1'])
    const frame = tab.frames()[1]!
    assert.equal([frame.url(), (await frame.locator('html').innerText()).trim()], [ad, ''])
    await publisher.close()
    await full.stop()
  })

test.run()
