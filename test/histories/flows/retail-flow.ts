import { account, activated, campaignWith, provision, type Service } from '../../support/service/service.ts'
import { until } from '../../support/waiting/until.ts'

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

/** Uses every feature of the retail flow once. */
export const retailFlow = async (service: Service): Promise<void> => {
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
