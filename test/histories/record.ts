import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { readConfig } from '../../src/config.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import type { Aggregate, DomainEvent } from '../../src/domain/decider.ts'
import { exportOf } from '../../src/domain/exports/export.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import { openStores, type Stores } from '../../src/stores.ts'
import { aggregateOf } from '../support/aggregates.ts'
import { historiesFolder, lineOf, replayed } from '../support/histories.ts'
import { account, activated, campaignWith, provision, type Service, startService, until } from '../support/service.ts'

/**
 * Records the history of this release: the retail flow on a real node, its whole log, and what the log comes to.
 * `node test/histories/record.ts` writes `test/histories/<version>/`; a history that was released is never written again.
 */

const linkTo = async (service: Service, approvalIdx: number): Promise<string> => {
  const mails = await until(service.mails, all => all.some(m => m.name.includes(`-${approvalIdx}-`)))
  const text = mails
    .find(m => m.name.includes(`-${approvalIdx}-`))
    ?.text.replace(/=\r\n/g, '')
    .replace(/=3D/g, '=')
  return /http:\/\/[^\s"<>]+\/approvals\/[A-Za-z0-9_-]+/.exec(text ?? '')?.[0] ?? ''
}
const decide = (service: Service, link: string, decision: string) =>
  service.call('POST', link, undefined, { key: undefined, body: new URLSearchParams({ decision, comment: 'Seen.' }) })
const exported = async (service: Service, campaign: string, format: string) => {
  const { queueId } = await service.must('POST', `${campaign}/exportAssets`, {
    assetExportType: format,
    resolution: '1',
  })
  await until(
    async () => (await service.call('GET', `${account}/queues/${queueId}`)).json,
    q => q.status === 'COMPLETED' || q.status === 'FAILED',
  )
}

/** One of everything that the retail flow can do. */
const retailFlow = async (service: Service): Promise<void> => {
  await provision(service)
  const file = new FormData()
  file.set('path', 'brand/logo.svg')
  file.set('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>']), 'logo.svg')
  await service.call('POST', `${account}/assets`, undefined, { body: file })
  const approvers = [{ userEmail: 'ann@example.com', userName: 'Ann', userId: 7 }]
  await service.must('PUT', `${account}/retail-settings`, { approvers, allApproversRequired: true })
  const campaign = await campaignWith(service, ['one', 'two'], { externalId: 'spring', endDate: '2999-12-31' })
  const logo = { columnName: 'logo', columnValue: '/assets/acme/brand/logo.svg' }
  const styled = { type: 'textStyle', transformation: { fontSize: 14 } }
  const adUnitTransformations = [{ adUnitId: 1, transformations: [styled, { type: 'glow' }] }]
  await service.must('POST', `${campaign}/creative`, {
    creativeName: 'one',
    dynamicAssets: [{ ...logo, adUnitTransformations }],
    applyAllVariants: ['two'],
    dspColumns: { brand: 'Acme' },
    clickthroughUrl: 'https://shop.example.com/one',
  })
  const ask = () =>
    service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  const askedAs = async () => {
    await ask()
    return (await service.call('GET', `${campaign}/approvalStatus`)).json.approvalIdx as number
  }
  await decide(service, await linkTo(service, await askedAs()), 'Approved')
  await activated(service, campaign, { trackerTypes: ['GCM'], assetGenerationType: 'png' })
  await exported(service, campaign, 'jpg')
  await service.must('PUT', campaign, { retailCampaignName: 'Summer', clickthroughUrl: 'https://shop.example.com/new' })
  await askedAs()
  const { retailCampaignIdx } = await service.must('POST', `${campaign}/clone`, { retailCampaignName: 'Copy' })
  await service.must('PUT', `${account}/retail-settings`, { approvers: [], allApproversRequired: false })
  const adUnits = [{ adUnitId: 3, adUnitName: 'Broken', dimension: '80x40', html: '<p>{{price}}</p>' }]
  await service.must('PUT', `${account}/template-campaigns/1`, { templateCampaignName: 'Template', adUnits })
  const copy = `${account}/retail-campaigns/${retailCampaignIdx}`
  await activated(service, copy)
  await service.must('PUT', copy, { refreshTemplate: true })
  await exported(service, copy, 'png')
  await activated(service, copy)
  await service.must('POST', `${campaign}/end`)
  const key = await service.must('POST', `${account}/api-keys`, { owner: 'shop', permissions: ['Campaigns_View'] })
  await service.call('DELETE', `${account}/api-keys/${key.keyId}`)
  await service.call('POST', `${account}/retail-campaigns`, undefined, {
    headers: { 'idempotency-key': 'once', 'content-type': 'application/json' },
    body: JSON.stringify({ retailCampaignName: 'Third', templateCampaignIdx: 1, assetSourceType: 'uploadAsset' }),
  })
}

/** What a flow without accidents does not lead to: a worker that fails, is lost or stops, a bounce, an old export. */
const accidents = async ({ newWork, log }: Stores): Promise<void> => {
  const id = randomUUID()
  const context = { actor: 'process:recorder', operation: 'record', correlationId: id, causationId: id }
  const does = async <C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, stream: string, command: C) => {
    const done = await newWork({ ...context, commandId: randomUUID() }).execute(aggregate, stream, command)
    if (E.isLeft(done)) throw new Error(`${aggregate.category}-${stream}: ${done.left.detail}`)
    return done.right.state
  }
  const at = new Date().toISOString()
  const { state } = await newWork({ ...context, commandId: id }).load(approval, 'acme:1')
  const { attempt } = state.mailing
  const first = { attempt: attempt + 1, at }
  await does(approval, 'acme:1', { kind: 'StartMail', worker: 'recorder', ...first })
  await does(approval, 'acme:1', { kind: 'ShowLife', ...first })
  const { approvalIdx, approvers } = state.request ?? { approvalIdx: 0, approvers: [] }
  const approverId = approvers[0]?.approverId ?? ''
  await does(approval, 'acme:1', { kind: 'RecordMail', ...first, approvalIdx, approverId, bounced: 'no such box' })
  await does(approval, 'acme:1', { kind: 'FailMail', ...first, reason: 'the mail server hung up' })
  await does(approval, 'acme:1', { kind: 'StartMail', worker: 'recorder', attempt: attempt + 2, at })
  await does(approval, 'acme:1', { kind: 'ReleaseMail', attempt: attempt + 2, at })
  for await (const { type, stream, data } of log.readAll({ prefixes: ['export-'] }))
    if (type === 'ExportCompleted')
      await does(exportOf, stream.slice('export-'.length), { kind: 'Archive', zip: (data as { zip: string }).zip, at })
}

/** Adds the accidents to the log of a service that runs, and answers all of it; several may open one folder. */
const logOf = async (dataDir: string): Promise<readonly Recorded[]> => {
  const config = readConfig({ DATA_DIR: dataDir })
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const stores = await openStores(config.right)
  await accidents(stores)
  const events: Recorded[] = []
  for await (const event of stores.log.readAll()) events.push(event)
  await stores.close()
  return events
}

const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
const service = await startService()
try {
  await retailFlow(service)
  const events = await logOf(service.dataDir)
  const folder = historiesFolder + version
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const byCategory = Map.groupBy(events, e => aggregateOf(e.stream)?.category ?? 'unknown')
  for (const [category, own] of byCategory)
    await writeFile(`${folder}/${category}.ndjson`, own.map(e => `${lineOf(e)}\n`).join(''))
  await writeFile(`${folder}/documents.json`, `${JSON.stringify(replayed(events), null, 1)}\n`)
  console.log(`${events.length} events of ${byCategory.size} categories in ${folder}`)
} finally {
  await service.stop()
}
