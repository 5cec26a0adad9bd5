import type { PastApprover, PastRequest } from '../../audit/past/past-approval.ts'
import type { PastCampaign } from '../../audit/past/past-campaign.ts'
import { assetData, type Creative } from '../../domain/creatives/creative.ts'
import { cut } from '../../domain/shared/cut.ts'
import { printable } from '../../domain/shared/printable.ts'
import { count } from '../../domain/shared/wording.ts'
import { aligned } from '../aligned.ts'

const none = '–'
/** Creatives whose lines are aligned with each other, so that few are in memory. */
const tableRows = 100

const fact = (name: string, text: string): string => `${name.padEnd(12)}${printable(text)}`

/** Whether the content is the approved one, in words. */
const approvedText = ({ isApproved, approval: { approvedHash, request } }: PastCampaign): string => {
  if (isApproved === null) return 'no approval is needed'
  if (isApproved) return `approved by request ${request?.approvalIdx}`
  if (approvedHash === null) return 'not approved'
  return `not the approved content, which was ${approvedHash.slice(0, 16)}…`
}

const templateText = ({ campaign, template }: PastCampaign): string => {
  if (template === null) return `${campaign.templateCampaignIdx}, which does not exist`
  const state = template.isSame ? 'its ad units are those of the template' : 'the template has other ad units now'
  return `${campaign.templateCampaignIdx} “${template.templateCampaignName}”: ${state}`
}

const planLines = ({ campaign, mediaPlan }: PastCampaign): readonly string[] => {
  if (mediaPlan === null) return [fact('media plan', none)]
  const unitName = (id: number) => campaign.adUnits.find(u => u.adUnitId === id)?.adUnitName ?? String(id)
  return [
    fact('media plan', `${mediaPlan.mediaPlanId} “${mediaPlan.mediaPlanName}”`),
    ...mediaPlan.booked.map(({ adUnitId, siteId, siteName, placementId, placementName, trackers }) => {
      const addresses = Object.values(trackers).reduce<number>(
        (n, list) => n + (Array.isArray(list) ? list.length : 0),
        0,
      )
      const place = `${siteName ?? siteId} / ${placementName ?? placementId}`
      return fact('', `${unitName(adUnitId)} on ${place}, ${count(addresses, 'tracker')}`)
    }),
  ]
}

const productsText = ({ products }: PastCampaign): string => {
  if (products === null) return none
  const { assetSourceId, assetSourceName, version, rows, loadedAt } = products
  return `asset source ${assetSourceId} “${assetSourceName}”, version ${version} of ${loadedAt}, ${count(rows, 'row')}`
}

const activationText = ({ status, contentHash, activation }: PastCampaign): string => {
  if (activation.run === 0) return 'never'
  const same = activation.contentHash === contentHash ? 'of this content' : 'of other content'
  return `run ${activation.run}, ${same}, ${status}: ${activation.message}`
}

const servedText = ({ contentHash, served }: PastCampaign): string => {
  if (served === null) return 'nothing'
  const what =
    served.contentHash === contentHash ? 'this content' : `other content, ${served.contentHash.slice(0, 16)}…`
  return `${what}, of run ${served.run}, requested ${served.requestedAt}, since ${served.since}`
}

const datesText = ({ startDate = none, endDate = none }: PastCampaign['campaign']): string =>
  `${startDate} to ${endDate}`

const requestText = (request: PastRequest): string => {
  const { approvalIdx, requestedAt, requester, decision, approvers, requiredApprovals } = request
  const who = `${requester.name} <${requester.email}>`
  const needed = `${requiredApprovals} of ${count(approvers.length, 'approver')} needed`
  return `${approvalIdx}, requested ${requestedAt} by ${who}: ${decision ?? 'not decided'}; ${needed}`
}

const approverRow = (approver: PastApprover): readonly string[] => {
  const { name, email, status, at = none, comment = '', mail, isRequester } = approver
  return [name, isRequester ? `${email} (requester)` : email, status, at, mail.status, cut(comment, 200) || none]
}

const creativeRow = (creative: Creative): readonly string[] => [
  creative.creativeName,
  creative.clickthroughUrl ?? none,
  cut(
    Object.entries(assetData(creative))
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    200,
  ),
]

/** A campaign as it was, for people. Mail addresses are masked. */
export function* campaignLines(found: PastCampaign, at: string): Generator<string> {
  const { campaign, approval, creatives, contentHash, status, activation } = found
  const { accountId, retailCampaignIdx, retailCampaignName, adUnits, trackerTypes = [], startDate, endDate } = campaign
  const { request } = approval
  yield fact('campaign', `${accountId}:${retailCampaignIdx} “${retailCampaignName}” at ${at}: ${status}`)
  yield fact('content', `${contentHash.slice(0, 16)}…: ${approvedText(found)}`)
  yield fact('approval', request === null ? `${approval.status}; never requested` : requestText(request))
  yield fact('activation', activationText(found))
  if (activation.run > 0) yield fact('served', servedText(found))
  if (startDate ?? endDate) yield fact('dates', datesText(campaign))
  yield fact('template', templateText(found))
  yield fact('ad units', adUnits.map(u => `${u.adUnitName} ${u.dimension}`).join(', '))
  yield* planLines(found)
  if (campaign.productAssetSourceId !== undefined) yield fact('products', productsText(found))
  yield fact('trackers', [...new Set([...trackerTypes, ...activation.trackerTypes])].join(', ') || none)
  if (request !== null) {
    const rows = request.approvers.map(approverRow)
    yield ['', ...aligned([['APPROVER', 'ADDRESS', 'ANSWER', 'AT', 'MAIL', 'COMMENT'], ...rows])].join('\n')
  }
  const all = Object.values(creatives)
  for (let from = 0; from < all.length; from += tableRows) {
    const rows = all.slice(from, from + tableRows).map(creativeRow)
    yield ['', ...aligned([['CREATIVE', 'CLICKS TO', 'CONTENT'], ...rows])].join('\n')
  }
}
