import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/endcap.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { askExport, queueEnd, upload } from '../support/service/flow.ts'
import { type Answered, account, activated, campaignWith, provision } from '../support/service/service.ts'
import { alarmed, alarms, readiness } from './assertions.ts'

type Context = { dataDir: string; node: NodeProcess }
const test = suite<Context>('truncated files')

test.before(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-cut-'))
  context.node = await startNodeProcess({ DATA_DIR: context.dataDir })
  await provision(context.node)
})
test.after(async ({ dataDir, node }) => {
  await node.stop()
  await rm(dataDir, { recursive: true })
})

const pathOf = async (dataDir: string, sha256: string): Promise<string> => {
  const blobs = join(dataDir, 'blobs')
  const name = (await readdir(blobs, { recursive: true })).find(n => n.endsWith(sha256))
  assert.ok(name !== undefined, `no file ${sha256}`)
  return join(blobs, name ?? '')
}
const refused = (answered: Answered): void => {
  assert.equal([answered.status, answered.json?.code], [500, 'file-damaged'], answered.text)
  assert.match(answered.headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.not.ok(answered.headers.has('etag') || /immutable/.test(answered.headers.get('cache-control') ?? ''))
}
const namedByVerify = async (dataDir: string, sha256: string) => {
  const { code, out } = await endcap(['verify', '--json'], { DATA_DIR: dataDir })
  assert.is(code, 1)
  const named = JSON.parse(out).faults.map(({ kind, where }: { kind: string; where: string }) => `${kind} ${where}`)
  assert.ok(named.includes(`blob ${sha256}`), out)
}

test('a truncated library file is never served, is reported once, and verify names it', async ({ dataDir, node }) => {
  const text = 'an image that a page shows. '.repeat(100)
  const uploaded = await upload(node, 'words.txt', text)
  assert.is(uploaded.status, 200, uploaded.text)
  const get = (headers = {}) => node.call('GET', '/assets/acme/words.txt', undefined, { key: undefined, headers })
  assert.is((await get()).text, text)
  const heard = node.logged().length

  await truncate(await pathOf(dataDir, uploaded.json.sha256), 100)
  refused(await get())
  refused(await get({ Range: 'bytes=0-9' }))
  assert.equal(
    (await alarmed(node, heard, 1)).map(({ sha256 }) => sha256),
    [uploaded.json.sha256],
  )
  assert.match(alarms(node, heard)[0]?.msg ?? '', /restore it from a backup; endcap verify lists/)
  await namedByVerify(dataDir, uploaded.json.sha256)

  // uploading the same file again restores it
  assert.is((await upload(node, 'words.txt', text)).status, 200)
  assert.is((await get()).text, text)
})

test('the download of a truncated ZIP is refused, and a new export creates it again', async ({ dataDir, node }) => {
  const campaign = await campaignWith(node, ['one'])
  assert.is((await activated(node, campaign)).status, 'ACTIVE')
  const { queueId } = await askExport(node, campaign, 'jpg')
  assert.is((await queueEnd(node, queueId)).status, 'COMPLETED')
  const urlOf = async (): Promise<string> =>
    (await node.call('GET', `${campaign}/exportAssetStatus?assetExportType=jpg`)).json[0].resolutionsResponse[0].url
  const url = await urlOf()
  const zip = /\/downloads\/acme\/([0-9a-f]{64})\//.exec(url)?.[1] ?? ''
  const heard = node.logged().length

  await truncate(await pathOf(dataDir, zip), 50)
  refused(await node.call('GET', url, undefined, { key: undefined }))
  assert.is((await alarmed(node, heard, 1)).length, 1)
  await namedByVerify(dataDir, zip)

  const again = await askExport(node, campaign, 'jpg')
  assert.is((await queueEnd(node, again.queueId)).status, 'COMPLETED')
  assert.is((await node.call('GET', await urlOf(), undefined, { key: undefined })).status, 200)
})

test('a truncated ad unit page is never served, and the node keeps running', async ({ dataDir, node }) => {
  const template = `${account}/template-campaigns/1`
  const { adUnits } = (await node.call('GET', template)).json
  assert.ok(adUnits.length > 0)
  for (const { html } of adUnits) {
    const sha256 = createHash('sha256').update(html).digest('hex')
    await truncate(await pathOf(dataDir, sha256), 20)
  }
  refused(await node.call('GET', template))
  assert.is((await readiness(node)).status, 200)
})

test.run()
