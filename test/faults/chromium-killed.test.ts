import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Running } from '../../src/adapters/renderer/process/processes.ts'
import { startNodeProcess } from '../support/programs/node-process.ts'
import { chromiumsOf, ended, groupOf, isLinux, nextChromium, pagesOf } from '../support/rendering/chromium-processes.ts'
import { askExport, download, queueEnd, unzipped } from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('faults: Chromium is killed')
const onLinux = isLinux ? test : test.skip

/** Kills Chromium as soon as it renders, this many times. */
const killChromium = async (times: number): Promise<void> => {
  const killed: Running[] = []
  while (killed.length < times) {
    const chromium = await nextChromium(process.pid, killed)
    await until(
      async () => pagesOf(chromium).length,
      pages => pages > 0,
    )
    process.kill(chromium.pid, 'SIGKILL')
    killed.push(chromium)
  }
}

onLinux('an export during which Chromium is killed four times has every file, and no file is blamed', async () => {
  const service: Service = await startService()
  try {
    await provision(service)
    const names = Array.from({ length: 20 }, (_, i) => `creative ${i}`)
    const campaign = await campaignWith(service, names)
    assert.is((await activated(service, campaign)).status, 'ACTIVE')
    const { queueId } = await askExport(service, campaign, 'png', '2')
    const [queue] = await Promise.all([queueEnd(service, queueId), killChromium(4)])
    assert.equal([queue.status, queue.done, queue.failed, queue.errors], ['COMPLETED', 40, 0, []])
    const [entry] = (await service.must('GET', `${campaign}/exportAssetStatus?assetExportType=png&resolution=2`))[0]
      .resolutionsResponse
    // the files, and the manifest
    assert.is((await unzipped(await download(entry.url))).size, 41)
  } finally {
    await service.stop()
  }
})

const preview = async (service: Pick<Service, 'must'>, campaign: string): Promise<string> => {
  const { creatives } = await service.must('GET', `${campaign}/creatives`)
  return creatives[0].previewUrls[0].url.replace('?', '.png?')
}

onLinux('while Chromium cannot be started, a preview is 503 with Retry-After, and does not say why', async () => {
  const service = await startService({ CHROMIUM_PATH: '/nowhere/chromium' })
  try {
    await provision(service)
    const url = await preview(service, await campaignWith(service, ['one']))
    const answered = await service.call('GET', url, undefined, { key: undefined })
    assert.equal([answered.status, answered.json.code], [503, 'renderer-unavailable'])
    assert.ok(Number(answered.headers.get('retry-after')) > 0)
    assert.not.match(answered.text, '/nowhere')
  } finally {
    await service.stop()
  }
})

onLinux('a node whose CHROMIUM_PATH names no program says so at its start, and serves the rest', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-no-chromium-'))
  const node = await startNodeProcess({ DATA_DIR: dataDir, CHROMIUM_PATH: '/nowhere/chromium' })
  const said = () => node.logged().find(({ msg }) => msg === 'Chromium cannot be started')
  const line = await until(async () => said(), Boolean)
  assert.is(line?.level, 50)
  assert.match(
    JSON.stringify(line?.err),
    'CHROMIUM_PATH: there is no program at /nowhere/chromium that may be run: ENOENT',
  )
  await provision(node)
  await node.stop()
  await rm(dataDir, { recursive: true })
})

onLinux('what kill -9 of a node leaves of Chromium is gone after the next start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-killed-'))
  const env = { DATA_DIR: dataDir }
  const node = await startNodeProcess(env)
  await provision(node)
  const url = await preview(node, await campaignWith(node, ['one']))
  assert.is((await fetch(url)).status, 200)
  const chromium = await nextChromium(node.pid)
  const processes = groupOf(chromium)
  // otherwise it ends by itself
  process.kill(chromium.pid, 'SIGSTOP')
  await node.kill()
  assert.ok(groupOf(chromium).length > 0, 'Chromium has ended, so the test would prove nothing')
  const next = await startNodeProcess(env)
  await ended(processes)
  assert.is((await next.call('GET', account)).status, 200)
  await next.stop()
  assert.equal(chromiumsOf(next.pid), [])
  await rm(dataDir, { recursive: true })
})

test.run()
