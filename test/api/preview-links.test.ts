import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('links of previews')
const clock = aheadClock()
let service: Service
test.before(async () => {
  service = await startService({}, { clock })
  await provision(service)
})
test.after(() => service.stop())

const hour = 3_600_000
const opened = (url: string) => service.call('GET', url, undefined, { key: undefined })
const linksIn = (html: string) =>
  [...html.matchAll(/(?:href|src)="(\/previews\/[^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))

test('what a preview links to is valid no longer than the link that was opened', async () => {
  const campaign = await campaignWith(service, ['pot'])
  const [creative] = (await service.must('GET', `${campaign}/creatives`)).creatives
  const { url } = creative.previewUrls[0]
  clock.pass(23 * hour)
  const page = await opened(url)
  const links = linksIn(page.text)
  assert.is(links.length, 3, 'both sizes and the ad')
  for (const link of links) assert.is((await opened(link)).status, 200, link)
  clock.pass(3 * hour)
  for (const link of [url, ...links]) {
    const { status, json } = await opened(link)
    assert.equal([status, json?.code], [403, 'link-expired'], link)
  }
})

test.run()
