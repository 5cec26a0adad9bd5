import { assetUrlPath } from '../domain/assets/library-address.ts'
import type { ReadCampaign } from './campaign-file.ts'
import { type Rest, RestProblem } from './rest.ts'
import { channelNamed, sendChannel, sendPlan, sendTrackers } from './send-media.ts'

export type Imported = {
  readonly accountId: string
  readonly retailCampaignIdx: number | undefined
  readonly assets: number
  readonly creatives: number
  /** What the service answered to steps that it took (CREATIVE-20, PROVISION-8, CAMPAIGN-14). `of`: what was sent. */
  readonly warnings: readonly { readonly of: string; readonly code: string; readonly detail: string }[]
}
type Answer = { readonly warnings?: readonly { readonly code: string; readonly detail: string }[] }
type Step = { readonly what: string; run(): Promise<unknown> }

/** Replaces `asset:<path>` with the address of that file in the library. */
const withAssets = (accountId: string, value: string): string =>
  value.startsWith('asset:') ? assetUrlPath(accountId, value.slice('asset:'.length)) : value

/** Creates the campaign, or updates the existing one with the same external id. Returns its idx. */
const campaignOf = async (rest: Rest, account: string, body: Readonly<Record<string, unknown>>): Promise<number> => {
  try {
    const created = (await rest.json('POST', `${account}/retail-campaigns`, body)) as { retailCampaignIdx: number }
    return created.retailCampaignIdx
  } catch (error) {
    if (!(error instanceof RestProblem) || error.problem.code !== 'external-id-taken') throw error
    const idx = Number(error.problem.retailCampaignIdx)
    const { externalId: _e, templateCampaignIdx: _t, assetSourceType: _a, ...settings } = body
    await rest.json('PUT', `${account}/retail-campaigns/${idx}`, { ...settings, refreshTemplate: true })
    return idx
  }
}

/**
 * Sends a campaign through the REST operations, in the order of their dependencies. It is safe to repeat: each step is a PUT,
 * a save, an upload of the same bytes, or a campaign identified by its external id.
 */
export const sendCampaign = async (
  { campaign, file }: ReadCampaign,
  service: Rest,
  progressed: (done: number, total: number, what: string) => void,
): Promise<Imported> => {
  const {
    organisation,
    adServers = [],
    mediaChannels = [],
    mediaPlan,
    account,
    retailSettings,
    templateCampaign,
    assets = [],
    retailCampaign,
    creatives = [],
  } = campaign
  const { accountId, ...accountBody } = account
  const path = `/v2/accounts/${accountId}`
  const orgId = organisation?.orgId ?? account.orgId
  let retailCampaignIdx: number | undefined
  const addresses = new Map<string, string>()
  const channels = new Map<string, number>()

  const warnings: Imported['warnings'][number][] = []
  let current = ''
  const rest: Rest = {
    ...service,
    async json(method, path, body) {
      const answer = await service.json(method, path, body)
      for (const { code, detail } of (answer as Answer | null)?.warnings ?? [])
        warnings.push({ of: current, code, detail })
      return answer
    },
  }
  const steps: Step[] = []
  const add = (what: string, run: () => Promise<unknown>) => steps.push({ what, run })
  if (organisation) {
    const { orgId, ...body } = organisation
    add(`organisation ${orgId}`, () => rest.json('PUT', `/v2/org/${orgId}`, body))
    for (const { adServerId, ...server } of adServers)
      add(`ad server ${adServerId}`, () => rest.json('PUT', `/v2/org/${orgId}/ad-servers/${adServerId}`, server))
  }
  if (accountBody.orgId !== undefined) add(`account ${accountId}`, () => rest.json('PUT', path, accountBody))
  if (retailSettings) add('retail settings', () => rest.json('PUT', `${path}/retail-settings`, retailSettings))
  for (const asset of assets)
    add(asset.path, async () => {
      const stored = await rest.upload(`${path}/assets`, { path: asset.path }, await file(asset.file))
      addresses.set(asset.path, (stored as { assetUrl: string }).assetUrl)
    })
  if (orgId !== undefined)
    for (const channel of mediaChannels)
      add(channel.name, async () => channels.set(channel.name, await sendChannel(rest, orgId, channel)))
  if (templateCampaign) {
    const { templateCampaignIdx, adUnits, ...body } = templateCampaign
    add('template campaign', async () => {
      const units = await Promise.all(
        adUnits.map(async ({ htmlFile, ...unit }) => ({
          ...unit,
          ...(htmlFile ? { html: (await file(htmlFile)).toString() } : {}),
        })),
      )
      return rest.json('PUT', `${path}/template-campaigns/${templateCampaignIdx}`, { ...body, adUnits: units })
    })
  }
  if (mediaPlan) add('media plan', () => sendPlan(rest, path, mediaPlan))
  if (retailCampaign)
    add('retail campaign', async () => {
      const { mediaChannel, ...settings } = retailCampaign
      const body = {
        ...(templateCampaign ? { templateCampaignIdx: templateCampaign.templateCampaignIdx } : {}),
        ...(mediaChannel === undefined ? {} : { mediaChannelIdx: channelNamed(channels, mediaChannel) }),
        ...(mediaPlan ? { mediaPlanId: mediaPlan.mediaPlanId } : {}),
        ...settings,
      }
      retailCampaignIdx = await campaignOf(rest, path, body)
    })
  if (mediaPlan) add('trackers', () => sendTrackers(rest, path, mediaPlan, retailCampaignIdx, addresses))
  for (const { dynamicAssets, ...creative } of retailCampaign ? creatives : [])
    add(creative.creativeName, () => {
      const sent = dynamicAssets?.map(a => ({ ...a, columnValue: withAssets(accountId, a.columnValue) }))
      return rest.json('POST', `${path}/retail-campaigns/${retailCampaignIdx}/creative`, {
        ...creative,
        ...(sent ? { dynamicAssets: sent } : {}),
      })
    })

  for (const [done, step] of steps.entries()) {
    current = step.what
    progressed(done, steps.length, step.what)
    await step.run()
  }
  progressed(steps.length, steps.length, '')
  const sent = retailCampaign ? creatives.length : 0
  return { accountId, retailCampaignIdx, assets: assets.length, creatives: sent, warnings }
}
