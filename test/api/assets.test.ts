import { request } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filtered, filteredByEachField } from '../support/service/filtered-lists.ts'
import { approvers, askApproval, linksOf, upload } from '../support/service/flow.ts'
import {
  account,
  activated,
  adminKey,
  campaignWith,
  provision,
  type Service,
  startService,
} from '../support/service/service.ts'

const test = suite('the asset library, and links')
let service: Service
test.before(async () => {
  service = await startService({ TRUSTED_HOSTS: 'ads.example,ads.example:8443' })
  await provision(service)
})
test.after(() => service.stop())

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
const get = (path: string, headers: Record<string, string> = {}) =>
  service.call('GET', path.startsWith('http') ? path : `/assets/acme/${path}`, undefined, { key: undefined, headers })

test('a file is public, cached for a year, and not sent again to a client that has it', async () => {
  const { json } = await upload(service, 'brand/logo.svg', svg)
  const first = await get(json.assetUrl)
  assert.equal([first.status, first.text], [200, svg])
  assert.is(first.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.is(first.headers.get('etag'), `"${json.sha256}"`)
  assert.is(first.headers.get('access-control-allow-origin'), '*')
  assert.is(first.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.is(first.headers.get('content-security-policy'), "sandbox; default-src 'none'")
  assert.is(first.headers.get('x-content-type-options'), 'nosniff')
  for (const tag of [`"${json.sha256}"`, `W/"${json.sha256}"`, `"other", "${json.sha256}"`]) {
    const again = await get(json.assetUrl, { 'if-none-match': tag })
    assert.equal([again.status, again.text], [304, ''], tag)
  }
  assert.is((await get(json.assetUrl, { 'if-none-match': '"other"' })).status, 200)
})

test('a client can request a range of a file, as video players do', async () => {
  const { json } = await upload(service, 'film.bin', Buffer.from('0123456789'))
  const part = async (range: string, headers = {}) => {
    const { status, text, headers: got } = await get(json.assetUrl, { range, ...headers })
    return [status, text, got.get('content-range')]
  }
  assert.is((await get(json.assetUrl)).headers.get('accept-ranges'), 'bytes')
  assert.equal(await part('bytes=2-4'), [206, '234', 'bytes 2-4/10'])
  assert.equal(await part('bytes=7-'), [206, '789', 'bytes 7-9/10'])
  assert.equal(await part('bytes=-2'), [206, '89', 'bytes 8-9/10'])
  assert.equal(await part('bytes=0-99'), [206, '0123456789', 'bytes 0-9/10'])
  assert.equal(await part('bytes=10-'), [416, '', 'bytes */10'])
  assert.equal(await part('bytes=0-1,4-5'), [200, '0123456789', null])
  assert.equal(await part('bytes=0-1', { 'if-range': '"another version"' }), [200, '0123456789', null])
  assert.equal(await part('bytes=0-1', { 'if-range': `"${json.sha256}"` }), [206, '01', 'bytes 0-1/10'])
  assert.equal((await part('bytes=0-1', { 'if-none-match': `"${json.sha256}"` }))[0], 304)
})

test('a file that is no picture, video, font or stylesheet is served as a download, whatever its name', async () => {
  const { json } = await upload(service, 'page.html', '<script>alert(1)</script>')
  const { headers } = await get(json.assetUrl)
  assert.is(headers.get('content-disposition'), 'attachment')
  assert.not.match(headers.get('content-type') ?? '', 'html')
  const styles = await upload(service, 'styles.css', 'body { color: red }')
  assert.is((await get(styles.json.assetUrl)).headers.get('content-disposition'), null, 'browsers show a stylesheet')
  assert.is(
    (await upload(service, 'fake.png', '<script>alert(1)</script>')).json.contentType,
    'application/octet-stream',
  )
})

test('the content of a path never changes: the same bytes are accepted, others are refused (CAMPAIGN-9)', async () => {
  const first = await upload(service, 'one.txt', 'bytes')
  assert.equal((await upload(service, 'one.txt', 'bytes')).json, first.json)
  const other = await upload(service, 'one.txt', 'other bytes')
  assert.equal([other.status, other.json.code], [409, 'asset-path-taken'])
  assert.is((await get('one.txt')).text, 'bytes')
})

test('a form in which no file was chosen is refused, and takes no path for ever (LIBRARY-1)', async () => {
  const sent = async (file: string) => {
    const part = (rest: string, content: string) =>
      `--b\r\nContent-Disposition: form-data; name="${rest}\r\n\r\n${content}\r\n`
    const body = `${part('path"', 'chosen.txt')}${part(`file"${file}\r\nContent-Type: application/octet-stream`, '')}--b--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    return service.call('POST', `${account}/assets`, undefined, { body, headers })
  }
  for (const none of ['; filename=""', '']) {
    const { status, json } = await sent(none)
    assert.equal([status, json.errors?.[0].pointer], [400, '/file'], none)
  }
  const empty = await sent('; filename="empty.txt"')
  assert.equal([empty.status, empty.json.size], [200, 0])
})

test('a path with spaces and letters of any language leads to the file', async () => {
  for (const path of ['Größe 1/日本 (2).txt', 'हिन्दी/ไทยที่.txt', 'Gro\u0308\u00dfe.txt']) {
    const { json } = await upload(service, path, 'found')
    assert.is((await get(json.assetUrl)).text, 'found', path)
  }
})

test('a name that macOS writes with marks is the same file as one that is typed, also in ads (LIBRARY-8)', async () => {
  const [marked, composed] = ['Blu\u0308te.svg', 'Bl\u00fcte.svg']
  const { json } = await upload(service, marked, svg)
  assert.is(json.path, composed)
  for (const path of [marked, composed]) assert.is((await get(encodeURIComponent(path))).text, svg)
  assert.is((await upload(service, composed, svg)).status, 200)
  assert.is((await upload(service, composed, 'other bytes')).json.code, 'asset-path-taken')
  const html = `<img src="/assets/acme/${marked}"><img src="{{image}}">`
  const adUnits = [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html }]
  const made = await service.must('PUT', `${account}/template-campaigns/9`, { templateCampaignName: 'Marks', adUnits })
  assert.equal(made.warnings, [])
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 9 })
  const saved = await service.must('POST', `${campaign}/creative`, {
    creativeName: 'one',
    dynamicAssets: [{ columnName: 'image', columnValue: `/assets/acme/${marked}` }],
  })
  assert.equal(saved.warnings, [])
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'ACTIVE', message)
})

test('a file whose name has parentheses can be shown, named as it is and as its address (LIBRARY-9)', async () => {
  const { assetUrl } = (await upload(service, 'photo (1).svg', svg)).json
  const asBefore = assetUrl.replace('%281%29', '(1)')
  for (const address of [assetUrl, asBefore])
    assert.is((await filtered(service, `${account}/assets`, `assetUrl=${address}`)).count, 1, address)
  const html = `<img src="/assets/acme/photo (1).svg"><p style="background:url({{image}})"></p>`
  const adUnits = [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html }]
  const made = await service.must('PUT', `${account}/template-campaigns/8`, { templateCampaignName: 'Names', adUnits })
  assert.equal(made.warnings, [])
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 8 })
  for (const columnValue of ['/assets/acme/photo (1).svg', assetUrl]) {
    const dynamicAssets = [{ columnName: 'image', columnValue }]
    const saved = await service.must('POST', `${campaign}/creative`, { creativeName: 'one', dynamicAssets })
    assert.equal(saved.warnings, [], columnValue)
  }
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'ACTIVE', message)
})

test('the library is listed by path, filtered and in pages', async () => {
  await upload(service, 'list/a.txt', 'a')
  await upload(service, 'list/b.txt', 'bbb')
  const list = async (query: string) => (await service.call('GET', `${account}/assets?${query}`)).json
  const filters = encodeURIComponent('path(like)list/%')
  const all = await list(`filters=${filters}`)
  assert.equal(
    all.assets.map((a: { path: string; size: number }) => [a.path, a.size]),
    [
      ['list/a.txt', 1],
      ['list/b.txt', 3],
    ],
  )
  assert.equal((await list(`filters=${encodeURIComponent('path(like)list/%,size(>)1')}`)).count, 1)
  await upload(service, 'list/größe, 1.txt', 'c')
  assert.ok((await filteredByEachField(service, `${account}/assets`, 'assets')).includes('assetUrl'))
  const [first] = all.assets
  const urls = (operator: string, value: string) =>
    filtered(service, `${account}/assets`, `assetUrl${operator}${value}`)
  assert.is((await urls('(in)', `${first.assetUrl}|${first.assetUrl}x|elsewhere`)).count, 1)
  assert.is((await urls('<>', first.assetUrl)).count, (await list('limit=500')).count - 1)
  assert.is((await urls('<>', 'elsewhere')).count, (await list('limit=500')).count)
  assert.equal((await urls('(like)', '%/list/_.txt')).assets, all.assets)
  const page = await list(`filters=${filters}&limit=1`)
  const next = await list(`filters=${filters}&limit=1&next=${encodeURIComponent(page.next)}`)
  assert.equal([page.assets[0].path, next.assets[0].path], ['list/a.txt', 'list/b.txt'])
})

test('filters find a file in whatever form macOS or a keyboard writes its name (LIBRARY-8)', async () => {
  await upload(service, 'forms/Blüte.png', 'a')
  await upload(service, 'forms/leaf.png', 'b')
  const count = async (filter: string) => (await filtered(service, `${account}/assets`, filter)).count
  const others = (await count('')) - 1
  const { origin } = new URL((await filtered(service, `${account}/assets`, 'path=forms/Blüte.png')).assets[0].assetUrl)
  for (const form of ['NFC', 'NFD']) {
    const path = 'forms/Blüte.png'.normalize(form)
    const url = `${origin}/assets/acme/${encodeURI(path)}`
    assert.equal([await count(`path=${path}`), await count(`path(in)${path}|forms/leaf.png`)], [1, 2], form)
    assert.equal(
      [await count(`path(like)/${'blüte'.normalize(form)}`), await count(`path<>${path}`)],
      [1, others],
      form,
    )
    assert.equal([await count(`assetUrl=${url}`), await count(`assetUrl<>${url}`)], [1, others], form)
  }
})

/** fetch does not let the caller choose the Host header. */
const assetUrlFor = (headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const url = new URL(`${service.url}${account}/assets?limit=1`)
    request(url, { headers: { svc_apikey: adminKey, ...headers } }, async response => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(new URL(JSON.parse(text).assets[0].assetUrl).origin)
    })
      .on('error', reject)
      .end()
  })

test('links start with the caller’s host only when it is trusted, otherwise with PUBLIC_URL (HTTP-9)', async () => {
  assert.is(await assetUrlFor({}), service.url)
  assert.is(await assetUrlFor({ host: 'evil.example' }), service.url)
  assert.is(await assetUrlFor({ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }), service.url)
  assert.is(await assetUrlFor({ host: 'ads.example' }), 'http://ads.example')
  assert.is(
    await assetUrlFor({ 'x-forwarded-host': 'ads.example:8443', 'x-forwarded-proto': 'https' }),
    'https://ads.example:8443',
  )
  assert.is(await assetUrlFor({ host: 'ads.example.evil.example' }), service.url)
})

test('the link in a mail starts with PUBLIC_URL, whatever host the request names (APPROVAL-9, HTTP-9)', async () => {
  await approvers(service, true, 'ann@example.com')
  const campaign = await campaignWith(service, ['one'])
  await service.call(
    'POST',
    `${campaign}/approvalRequest`,
    {
      userName: 'Rob',
      userEmail: 'rob@example.com',
      requesterHostUrl: 'https://evil.example',
      apiUrl: 'https://evil.example',
    },
    { headers: { 'x-forwarded-host': 'ads.example', 'x-forwarded-proto': 'https' } },
  )
  await askApproval(service, campaign)
  const [link = ''] = await linksOf(service, campaign, 'ann@example.com')
  assert.ok(link.startsWith(`${service.url}/approvals/`), link)
  for (const { text } of await service.mails()) assert.not.match(text, 'evil.example')
})

test.run()
