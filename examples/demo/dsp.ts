import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rest } from '../../src/cli/rest.ts'
import { environmentOf } from '../../src/dsp-sandbox/environment.ts'
import { partnerId } from '../../src/dsp-sandbox/sandbox.ts'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { polled } from './steps.ts'

/** Seconds that the sandbox takes to review a creative. */
const reviewSeconds = 1

/** A demand-side platform in memory, and the environment of a node that uses it. */
export const startDsp = async () => {
  const sandbox = await startDspSandbox({ reviewSeconds })
  return { sandbox, environment: environmentOf(sandbox) }
}

/** Gives consent as a person does: confirms for whom it is, presses the button of the consent screen, and follows the way back. */
const authorise = async (rest: Rest, configurations: string): Promise<void> => {
  const gateway = `${configurations}/${partnerId}/auth-gateway`
  const { authorizationUrl } = (await rest.json('GET', gateway)) as { authorizationUrl: string }
  const confirmed = await fetch(authorizationUrl, { method: 'POST', redirect: 'manual' })
  const screen = new URL(confirmed.headers.get('location') ?? '')
  const cookie = confirmed.headers.get('set-cookie')?.split(';')[0] ?? ''
  const body = new URLSearchParams(screen.searchParams)
  body.set('answer', 'approve')
  const answered = await fetch(`${screen.origin}${screen.pathname}`, { method: 'POST', body, redirect: 'manual' })
  const callback = await fetch(answered.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } })
  const data = new URL(callback.headers.get('location') ?? '').searchParams.get('data')
  const { status, message } = JSON.parse(data ?? '{}') as { status?: number; message?: string }
  if (status !== 200) throw new Error(`the DSP was not authorised: ${message}`)
}

/** Exports the tags of a campaign to the first advertiser of the sandbox; the number of creatives that arrived there. */
export const exportTags = async (
  rest: Rest,
  sandbox: RunningSandbox,
  account: string,
  retailCampaignIdx: number,
  folder: string,
): Promise<number> => {
  const configurations = `${account}/dsp-configurations`
  await authorise(rest, configurations)
  const { advertisersList } = (await rest.json('GET', `${configurations}/${partnerId}/advertisers`)) as {
    advertisersList: readonly { readonly id: number; readonly name: string }[]
  }
  const [advertiser] = advertisersList
  if (advertiser === undefined) throw new Error('the DSP has no advertiser')
  const { configId } = (await rest.json('POST', configurations, {
    dspPartnerId: Number(partnerId),
    dspAdvertiserId: advertiser.id,
    dspAdvertiserName: advertiser.name,
    configName: 'Demo',
  })) as { configId: number }
  const wanted = { configId, svcCampaignId: retailCampaignIdx }
  await rest.json('POST', '/svc/serverApis/dsp/exportTags', wanted)
  type Status = { readonly status: number; readonly message: string; readonly error?: string }
  const query = new URLSearchParams({ configId: String(configId), svcCampaignId: String(retailCampaignIdx) })
  const { status, message, error } = await polled(
    'export to the DSP',
    async () => (await rest.json('GET', `/svc/serverApis/dsp/checkStatus?${query}`)) as Status,
    s => (s.status === 210 ? 0 : 100),
    s => s.status !== 210,
  )
  if (status !== 200) throw new Error(`the export to the DSP ended with ${status}: ${error ?? message}`)
  const arrived = (await (await fetch(`${sandbox.url}/sandbox/creatives`)).json()) as readonly object[]
  await writeFile(join(folder, 'dsp-creatives.json'), `${JSON.stringify(arrived, null, 2)}\n`)
  return arrived.length
}
