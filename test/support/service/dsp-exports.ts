import type { RunningSandbox } from '../../../src/dsp-sandbox/start.ts'
import { until } from '../waiting/until.ts'
import { type Answered, account, activated, campaignWith, type Service } from './service.ts'

const server = '/svc/serverApis/dsp'

/** The number of the campaign with this path. */
export const numberOf = (campaign: string): number => Number(campaign.split('/').pop())

/** An active campaign of account acme. */
export const activeCampaign = async (service: Service, more: object = {}): Promise<number> => {
  const campaign = await campaignWith(service, ['one'], more)
  const { status, message } = await activated(service, campaign)
  if (status !== 'ACTIVE') throw new Error(`${status}: ${message}`)
  return numberOf(campaign)
}

/** A configuration of an account for an advertiser of a sandbox, by its place; its configId. */
export const configured = async (
  service: Pick<Service, 'must'>,
  { advertisers }: Pick<RunningSandbox, 'advertisers'>,
  place: number,
  configName = 'Spring',
  path = account,
): Promise<number> => {
  const advertiser = advertisers[place]
  if (!advertiser) throw new Error(`the sandbox has no advertiser ${place}`)
  const { advertiserId, displayName: dspAdvertiserName } = advertiser
  const body = { dspPartnerId: 1001, dspAdvertiserId: Number(advertiserId), dspAdvertiserName, configName }
  return (await service.must('POST', `${path}/dsp-configurations`, body)).configId
}

/** The requests about exports to the DSP. */
export const exportsOf = ({ call }: Pick<Service, 'call'>, sent: { readonly key?: string } = {}) => {
  const post =
    (path: string) =>
    (configId: unknown, svcCampaignId: unknown, headers: Record<string, string> = {}) =>
      call('POST', `${server}/${path}`, { configId, svcCampaignId }, { ...sent, headers })
  const get = (path: string, query: Readonly<Record<string, unknown>>): Promise<Answered> => {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    return call('GET', `${server}/${path}?${new URLSearchParams(given)}`, undefined, sent)
  }
  const status = (configId: unknown, svcCampaignId: unknown) => get('checkStatus', { configId, svcCampaignId })
  return {
    start: post('exportTags'),
    plan: post('exportTags?dryRun=true'),
    cancel: post('cancelExport'),
    status,
    tagsGenerated: (svcCampaignId: unknown) => get('tags', { svcCampaignId }),
    running: (svcCampaignId: unknown) => get('alreadyProcessing', { svcCampaignId }),
    /** Waits until the status of an export is this one. */
    reaches: async (configId: number, svcCampaignId: number, wanted: number) =>
      (
        await until(
          () => status(configId, svcCampaignId),
          ({ json }) => json.status === wanted,
        )
      ).json,
  }
}
