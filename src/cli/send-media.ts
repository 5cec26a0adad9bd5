import type { CampaignFile } from './campaign-file.ts'
import type { Rest } from './rest.ts'
import { UserError } from './user-error.ts'

type Channel = NonNullable<CampaignFile['mediaChannels']>[number]
type Plan = NonNullable<CampaignFile['mediaPlan']>
type Listed = { readonly mediaChannels: readonly { readonly idx: number; readonly name: string }[] }

/** Creates a media channel, or updates the existing one with the same name. Returns its idx. */
export const sendChannel = async (rest: Rest, orgId: string, channel: Channel): Promise<number> => {
  const path = `/v2/org/${orgId}/retail-media-channels`
  // a repeated parameter is not split at commas, which the name may contain
  const filters = `filters=${encodeURIComponent(`name=${channel.name}`)}&filters=`
  const { mediaChannels } = (await rest.json('GET', `${path}?limit=500&${filters}`)) as Listed
  const known = mediaChannels.find(c => c.name === channel.name)
  if (known === undefined) return ((await rest.json('POST', path, channel)) as { idx: number }).idx
  await rest.json('PUT', `${path}/${known.idx}`, channel)
  return known.idx
}

/** The idx of the channel named by a campaign. */
export const channelNamed = (channels: ReadonlyMap<string, number>, name: string): number => {
  const idx = channels.get(name)
  if (idx === undefined)
    throw new UserError(`retailCampaign refers to the media channel ${name}, which is not in mediaChannels`)
  return idx
}

/** Replaces `asset:<path>` with the address of the uploaded file; keeps a query after it. */
const withAsset = (addresses: ReadonlyMap<string, string>, value: unknown): unknown => {
  if (typeof value !== 'string' || !value.startsWith('asset:')) return value
  const [path = '', ...query] = value.slice('asset:'.length).split('?')
  const address = addresses.get(path)
  if (address === undefined) throw new UserError(`a tracker refers to ${path}, which is not in assets`)
  return [address, ...query].join('?')
}

/** Sends the media plan, without its trackers: a campaign can name only a plan that exists (CAMPAIGN-13). */
export const sendPlan = (rest: Rest, account: string, { mediaPlanId, trackers: _, ...plan }: Plan): Promise<unknown> =>
  rest.json('PUT', `${account}/media-plans/${mediaPlanId}`, plan)

/** Sends the trackers of the placements of a plan, for a campaign. `addresses`: of uploaded files, by path. */
export const sendTrackers = async (
  rest: Rest,
  account: string,
  { mediaPlanId, trackers = [] }: Plan,
  campaignId: number | undefined,
  addresses: ReadonlyMap<string, string>,
): Promise<void> => {
  if (trackers.length === 0 || campaignId === undefined) return
  const mediaPlanDetails = trackers.map(item =>
    Object.fromEntries(Object.entries(item).map(([name, value]) => [name, withAsset(addresses, value)])),
  )
  await rest.json('PUT', `${account}/media-plans/${mediaPlanId}/trackers/${campaignId}`, {
    mediaPlanDetails,
    type: 'inline',
  })
}
