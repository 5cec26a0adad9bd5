import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { composeTemplate } from '../../src/domain/templates/compose/compose.ts'
import { launchBrowser } from '../support/rendering/browser.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { brand, brief } from '../support/templates/brands.ts'
import { seeded } from '../support/templates/seeded.ts'
import { until } from '../support/waiting/until.ts'
import { keyWith, openConsole, signIn } from './open-console.ts'

const test = suite('console: templates')
let service: Service
let browser: Browser
test.before(async () => {
  service = await startService()
  await provision(service)
  browser = await launchBrowser()
})
test.after(async () => {
  await browser.close()
  await service.stop()
})

test('each version of a template is shown with its size, who made it, and when', async () => {
  const size = { width: 300, height: 250 }
  const html = composeTemplate({ brand: brand(), retailerName: 'Fernhollow' }, size)
  const conversationId = await seeded(service, { requestId: 'spring', size, brief: brief(), html })
  const editPrompt = 'make the headline <b>'
  const edit = await service.must('POST', `${account}/tmplGenAI/regenerate`, {
    ...{ requestId: 'spring', conversationId, editPrompt },
  })
  await until(
    () => service.call('GET', `${account}/tmplGenAI/regenerate/result/${edit.regenerateJobId}`),
    ({ json }) => json.status === 'COMPLETED',
  )
  const { page, complaints } = await openConsole(browser, service, { hash: '#/templates' })
  await signIn(page)
  await page.getByLabel('Request id').fill('spring')
  await page.getByRole('button', { name: 'Open templates' }).click()
  const version = page.locator('[data-version="300x250-2.0"]')
  assert.match(await version.innerText(), /300x250\s+2\.0 make the headline <b> \(in use\)\s+Ready\s+built-in/)
  assert.match(await version.locator('.dates').innerText(), /\d/)
  assert.match(await page.locator('[data-version="300x250-1.0"]').innerText(), '1.0 made from the brand')
  assert.equal(complaints, [])

  // made by a model
  const model = { provider: 'models.example.com:443', model: 'artist-1', at: '2026-05-01T10:00:00.000Z' }
  await page.route('**/regenerate/conversation/*', async route => {
    const response = await route.fetch()
    const json = await response.json()
    const entries = json.entries.map((entry: object) => ({ ...entry, provenance: model }))
    await route.fulfill({ response, json: { ...json, entries } })
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await version.getByText('artist-1').waitFor()
  assert.match(await version.innerText(), /models\.example\.com:443\s+artist-1\s+1 May/)
  await page.context().close()
})

test('a request without templates, and a key that may not read them, are told', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/templates/none' })
  await signIn(page)
  await page.getByText('The account has no templates of this request.').waitFor()
  await page.context().close()
  const other = await openConsole(browser, service, { hash: '#/templates/none' })
  await signIn(other.page, await keyWith(service, ['Campaigns_View']))
  await other.page.getByText('this key lacks the permission').waitFor()
  await other.page.context().close()
})

test.run()
