import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openS3Blobs } from '../../src/adapters/blobs/s3.ts'
import { endcap } from '../support/programs/endcap.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { skip } from '../support/servers/skip.ts'
import { upload } from '../support/service/flow.ts'
import { type Answered, account, campaignWith, provision } from '../support/service/service.ts'
import { assertUnavailable, newCampaign, ready } from './assertions.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'

const disk = await smallDisk(32)
type Context = { disk: SmallDisk; node: NodeProcess; campaign: string }
const test = suite<Context>('a full disk, wherever a request writes')

test.before(async context => {
  context.disk = disk!
  context.node = await startNodeProcess({ DATA_DIR: join(context.disk.folder, 'data') })
  await provision(context.node)
  context.campaign = await campaignWith(context.node, ['one'])
  const { node } = context
  await context.disk.fill()
  // SQLite uses the room that it has left in its files, and frees what it could not use
  for (let turn = 0; (await newCampaign(node, `Campaign ${turn}`)).status === 200; turn++);
  await context.disk.fill()
})
test.after(async ({ node, disk }) => {
  await node.stop()
  await disk.close()
})

const refusedEverywhere: readonly (readonly [what: string, ask: (node: NodeProcess) => Promise<Answered>])[] = [
  ['an upload of a few bytes', node => upload(node, 'small.txt', 'small')],
  ['an upload of 8 MB', node => upload(node, 'large.bin', randomBytes(4_000_000).toString('hex'))],
  [
    'an address that is sealed under the first key of its account',
    node => node.call('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] }),
  ],
  ['an API key', node => node.call('POST', `${account}/api-keys`, { owner: 'Ann', permissions: ['Campaigns_View'] })],
  [
    'an ad unit that is kept as a file',
    node =>
      node.call('PUT', `${account}/template-campaigns/2`, {
        templateCampaignName: 'Large',
        adUnits: [{ adUnitId: 1, adUnitName: 'One', dimension: '80x40', html: `<p>${'x'.repeat(200_000)}</p>` }],
      }),
  ],
]
for (const [what, ask] of refusedEverywhere)
  test(`${what} is refused with 503`, async ({ node }) => {
    assertUnavailable(await ask(node), /store of files|event (log|store)/)
    assert.equal(await readdir(join(node.dataDir, 'blobs', '.nodes'), { recursive: true }).then(uploads), [])
  })

const uploads = (names: readonly string[]) => names.filter(name => /upload-/.test(name))

test('a preview is drawn, although it cannot be kept', async ({ node, campaign }) => {
  const [creative] = (await node.call('GET', `${campaign}/creatives`)).json.creatives
  const { url } = creative.previewUrls[0]
  const picture = await node.call('GET', url.replace('?', '.png?'), undefined, { key: undefined })
  assert.is(picture.status, 200, picture.text.slice(0, 300))
  assert.equal(await readdir(join(node.dataDir, 'blobs', 'cache')), [])
})

test('a file that is on its way to a bucket is refused as well', async ({ disk }) => {
  process.env.AWS_REGION = 'us-east-1'
  const { blobs, close } = await openS3Blobs({ bucket: 'none', prefix: '', incoming: join(disk.folder, 'incoming') })
  try {
    const refused = await blobs.put(randomBytes(1_000_000)).catch((error: Error) => `${error.name}: ${error.message}`)
    assert.match(String(refused), /^BlobsUnavailable: the disk is full \(ENOSPC\)/)
  } finally {
    close()
  }
})

test('a backup onto the full disk fails with one line that says so', async ({ disk, node }) => {
  const refused = await endcap(['backup', join(disk.folder, 'backup')], { DATA_DIR: node.dataDir })
  assert.is(refused.code, 1)
  assert.match(refused.err, /^backup failed, and its folder is incomplete: .*(full|no space left).*$/m)
  assert.not.match(refused.err, /\bat .*:\d+:\d+|node:internal|Error:/)
})

test('everything works again when there is space', async ({ disk, node }) => {
  await disk.free()
  await ready(node)
  for (const [what, ask] of refusedEverywhere) assert.is((await ask(node)).status, 200, what)
})

if (disk) test.run()
else skip('a full disk: this process may not mount one')
