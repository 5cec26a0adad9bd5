import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fromBufferPromise } from 'yauzl'
import { type S3Server, s3Missing, startS3 } from '../support/servers/s3.ts'
import { exported, zipOf } from '../support/service/exported.ts'
import { activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('a service that keeps its files in S3')
let service: Service
let server: S3Server

if (s3Missing !== undefined) {
  console.log(`skipped: ${s3Missing}`)
  test.skip('files in S3')
} else {
  test.before(async () => {
    server = await startS3()
    Object.assign(process.env, server.env)
    service = await startService({ BLOB_URL: `s3://${server.bucket}/shop/files` })
    await provision(service)
  })
  test.after(async () => {
    await service?.stop()
    await server?.stop()
  })

  test('the link of an export redirects to the bucket for five minutes', async () => {
    const campaign = await campaignWith(service, ['one'])
    assert.is((await activated(service, campaign)).status, 'ACTIVE')
    const { url } = await exported(service, campaign)
    const { status, headers } = await service.call('GET', url, undefined, { key: undefined })
    assert.is(status, 302)
    const location = headers.get('location') ?? ''
    assert.ok(location.startsWith(`${server.endpoint}/${server.bucket}/shop/files/${zipOf(url)}?`), location)
    assert.match(location, 'X-Amz-Expires=300')
    assert.is(headers.get('cache-control'), 'no-store')
    const fetched = await fetch(url)
    assert.match(fetched.headers.get('content-disposition') ?? '', 'filename="Spring_png.zip"')
    const zip = await fromBufferPromise(Buffer.from(await fetched.arrayBuffer()))
    const names: string[] = []
    for await (const entry of zip.eachEntry()) names.push(entry.fileName)
    assert.equal(names.sort(), ['manifest.json', 'one/Small_80x40.png', 'one/Tall_40x90.png'])
  })

  test('the bucket serves nothing that the signed link does not allow', async () => {
    const campaign = await campaignWith(service, ['two'])
    assert.is((await activated(service, campaign)).status, 'ACTIVE')
    const { url } = await exported(service, campaign)
    const forged = url.replace(/signature=.{6}/, 'signature=AAAAAA')
    const refused = await service.call('GET', forged, undefined, { key: undefined })
    assert.equal([refused.status, refused.json.code, refused.headers.get('location')], [403, 'link-invalid', null])
    assert.is((await fetch(`${server.endpoint}/${server.bucket}/shop/files/${zipOf(url)}`)).status, 403)
  })

  test('while the bucket is unavailable, downloads return 503 and other requests succeed', async () => {
    const campaign = await campaignWith(service, ['three'])
    assert.is((await activated(service, campaign)).status, 'ACTIVE')
    const { url } = await exported(service, campaign)
    await server.stop()
    const unavailable = await service.call('GET', url, undefined, { key: undefined })
    assert.equal([unavailable.status, unavailable.json.code], [503, 'store-unavailable'])
    assert.not.match(unavailable.text, server.bucket)
    assert.is((await service.call('GET', campaign)).status, 200)
  })
}

test.run()
