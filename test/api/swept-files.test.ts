import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exportEntry, exported, zipOf } from '../support/service/exported.ts'
import { upload } from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { movedClock } from '../support/waiting/moved-clock.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('files that are deleted in time')
const clock = movedClock()
let service: Service
test.before(async () => {
  service = await startService({}, { clock })
  await provision(service)
})
test.after(() => service.stop())

const isKept = (zip: string) => existsSync(join(service.dataDir, 'blobs', zip.slice(0, 2), zip))
const change = (campaign: string, creativeName: string) =>
  service.must('POST', `${campaign}/creative`, {
    creativeName,
    dynamicAssets: [{ columnName: 'headline', columnValue: 'changed' }],
  })

test('the file of a changed campaign is deleted a day later, unless another campaign offers the same bytes', async () => {
  const [changed, unchanged, other] = [
    await campaignWith(service, ['one']),
    await campaignWith(service, ['one']),
    await campaignWith(service, ['two']),
  ]
  for (const campaign of [changed, unchanged, other]) assert.is((await activated(service, campaign)).status, 'ACTIVE')
  const [first, second, third] = [
    await exported(service, changed),
    await exported(service, unchanged),
    await exported(service, other),
  ]
  const [shared, alone] = [zipOf(first.url), zipOf(third.url)]
  assert.is(zipOf(second.url), shared, 'two campaigns with the same creatives have the same bytes')
  assert.is.not(alone, shared)
  await change(changed, 'one')
  await change(other, 'two')
  assert.is(
    (await service.call('GET', third.url, undefined, { key: undefined })).status,
    200,
    'a link works as promised',
  )

  clock.move(1)
  await until(
    () => Promise.all([exportEntry(service, changed), exportEntry(service, other)]),
    entries => entries.every(e => e.statusMessage === 'The export was archived.'),
  )
  assert.ok(isKept(alone))
  clock.move(27)
  await until(
    async () => isKept(alone),
    kept => !kept,
  )
  assert.ok(isKept(shared))
  const offered = await exportEntry(service, unchanged)
  assert.is(offered.status, 'COMPLETED')
  assert.is((await service.call('GET', offered.url, undefined, { key: undefined })).status, 200)
  assert.is((await exportEntry(service, changed)).url, '')

  assert.is((await activated(service, other)).status, 'ACTIVE')
  const again = await exported(service, other)
  assert.ok(isKept(zipOf(again.url)), 'and the file can be exported again')
})

test('a ZIP that was uploaded to the library stays there when its export is deleted (LIBRARY-3)', async () => {
  const campaign = await campaignWith(service, ['archived'])
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  const { url } = await exported(service, campaign)
  const downloaded = await readFile(join(service.dataDir, 'blobs', zipOf(url).slice(0, 2), zipOf(url)))
  const { json } = await upload(service, 'archive/spring.zip', downloaded)
  assert.is(json.sha256, zipOf(url), 'the same bytes')
  await change(campaign, 'archived')
  const recorded = async (type: string): Promise<boolean> => {
    const { history } = await service.must('GET', `${campaign}/history?limit=500`)
    return history.some((entry: { type: string }) => entry.type === type)
  }
  clock.move(1)
  await until(() => recorded('ExportArchived'), Boolean)
  clock.move(27)
  await until(() => recorded('ExportFileDropped'), Boolean)
  assert.is((await service.call('GET', json.assetUrl, undefined, { key: undefined })).status, 200)
})

test('a queue stops offering its file when the export status does', async () => {
  const campaign = await campaignWith(service, ['three'])
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  const { queueId, url } = await exported(service, campaign)
  assert.ok(url)
  clock.move(31 * 24)
  await until(
    () => exportEntry(service, campaign),
    entry => entry.status === 'ARCHIVED',
  )
  assert.is((await service.must('GET', `${account}/queues/${queueId}`)).url, '')
})

const rowFiles = async () => {
  const blobs = join(service.dataDir, 'blobs')
  const found = (await readdir(blobs, { recursive: true })).filter(name => /[0-9a-f]{64}$/.test(name))
  // the sweep may delete a file that was just listed
  const textOf = (name: string) =>
    readFile(join(blobs, name), 'latin1').catch(error => (error.code === 'ENOENT' ? '' : Promise.reject(error)))
  const texts = await Promise.all(found.map(textOf))
  return texts.filter(text => text.endsWith('EndcapR1')).length
}

test('the rows of old versions are deleted a day later, and those of the last five can be restored (SOURCE-17)', async () => {
  const sources = `${account}/asset-sources`
  const data = (price: number) => [{ sku: 'pot', price }]
  const inline = { assetSourceName: 'Products', assetKeyColumn: 'sku', data: data(1) }
  const { id } = await service.must('POST', `${sources}/inline`, inline)
  for (const price of [2, 3, 4, 5, 6, 7]) await service.must('PUT', `${sources}/inline/${id}`, { data: data(price) })
  assert.is(await rowFiles(), 7)
  clock.move(27)
  await until(rowFiles, kept => kept === 5)
  await service.must('POST', `${sources}/${id}/rollback`, { version: 3 })
  assert.equal((await service.must('GET', `${sources}/${id}/data`)).data, [{ sku: 'pot', price: '3' }])
  assert.is((await service.call('POST', `${sources}/${id}/rollback`, { version: 2 })).status, 409)
})

test.run()
