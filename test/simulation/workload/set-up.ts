import { exampleSignal } from '../../../src/domain/campaigns/example.ts'
import { examplePlan } from '../../../src/domain/media-plans/plan.ts'
import type { Random } from '../random.ts'
import type { Action, Known } from './action.ts'

const adUnit = (adUnitId: number) => ({
  adUnitId,
  adUnitName: `Unit ${adUnitId}`,
  dimension: '60x40',
  html: '<body>{{headline}}</body>',
})
const approvers = [
  { userEmail: 'ann@example.com', userName: 'Ann' },
  { userEmail: 'bob@example.com', userName: 'Bob' },
]

/** What every simulation starts with: an account with a template, two campaigns, a channel and a media plan. */
export const setUp = ({ account, org }: Known, random: Random): readonly Action[] => {
  const at = (operationId: string, method: 'PUT' | 'POST', path: string, body: unknown): Action => ({
    operationId,
    request: { method, path, body },
  })
  const own = `/v2/accounts/${account}`
  const create = (retailCampaignName: string) =>
    at('createRetailCampaign', 'POST', `${own}/retail-campaigns`, {
      retailCampaignName,
      templateCampaignIdx: 1,
      assetSourceType: 'uploadAsset',
    })
  const save = (idx: number) =>
    at('updateCreative', 'POST', `${own}/retail-campaigns/${idx}/creative`, {
      creativeName: 'first',
      dynamicAssets: [{ columnName: 'headline', columnValue: 'Hello' }],
    })
  return [
    at('putOrganisation', 'PUT', `/v2/org/${org}`, { name: 'Fernhollow', retailer: true }),
    at('putAccount', 'PUT', own, { name: 'Acme', orgId: org }),
    at('putAdServer', 'PUT', `/v2/org/${org}/ad-servers/dsp`, { name: 'DSP', type: 'Off-site' }),
    ...(random.chance(0.5)
      ? [
          at('putRetailSettings', 'PUT', `${own}/retail-settings`, {
            approvers,
            allApproversRequired: random.chance(0.5),
          }),
        ]
      : []),
    at('putDataSignals', 'PUT', `${own}/data-signals`, { dataSignals: [exampleSignal] }),
    at('putMediaPlan', 'PUT', `${own}/media-plans/1`, examplePlan),
    at('putTemplateCampaign', 'PUT', `${own}/template-campaigns/1`, {
      templateCampaignName: 'Offer',
      adUnits: [adUnit(1), adUnit(2)],
    }),
    create('Spring'),
    create('Summer'),
    save(1),
    save(2),
  ]
}
