import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readCampaign } from '../../src/cli/campaign-file.ts'
import { answerLink } from '../../src/cli/outbox/answer-links.ts'
import { approvalLinks } from '../../src/cli/outbox/approval-links.ts'
import type { Rest } from '../../src/cli/rest.ts'
import { sendCampaign } from '../../src/cli/send-campaign.ts'
import { type Opened, openZip } from './open-zip.ts'
import { shows } from './step-bars.ts'

const pollMs = 250
const patienceMs = 120_000

/** Polls until the result is final, and shows the progress. */
export const polled = async <A>(
  title: string,
  ask: () => Promise<A>,
  percentage: (a: A) => number,
  isFinal: (a: A) => boolean,
): Promise<A> => {
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(pollMs)) {
    const answer = await ask()
    shows(title, percentage(answer))
    if (isFinal(answer)) return answer
  }
  throw new Error(`${title} did not finish within ${patienceMs / 1000} s`)
}

/** Imports the example without its last creative. */
export const importAllButOne = async (folder: string, rest: Rest) => {
  const read = await readCampaign(folder)
  const creatives = read.campaign.creatives ?? []
  const first = { ...read, campaign: { ...read.campaign, creatives: creatives.slice(0, -1) } }
  const imported = await sendCampaign(first, rest, (done, total) => shows('import', (100 * done) / total))
  if (imported.retailCampaignIdx === undefined) throw new Error('the import created no retail campaign')
  return { accountId: imported.accountId, retailCampaignIdx: imported.retailCampaignIdx, last: creatives.at(-1) }
}

/** Adds one creative through the API, as a script would. */
export const addCreative = (
  rest: Rest,
  accountId: string,
  campaign: string,
  creative: { readonly [member: string]: unknown },
) => {
  const assets = (creative.dynamicAssets ?? []) as readonly { columnValue: string }[]
  const dynamicAssets = assets.map(a => ({
    ...a,
    columnValue: a.columnValue.replace(/^asset:/, `/assets/${accountId}/`),
  }))
  return rest.json('POST', `${campaign}/creative`, { ...creative, dynamicAssets, service: 'ADD' })
}

/** Requests approval, waits for the mails, and answers each through the form of its page. */
export const approve = async (
  rest: Rest,
  accountId: string,
  retailCampaignIdx: number,
  outbox: string,
  approvers: number,
): Promise<readonly string[]> => {
  const campaign = `/v2/accounts/${accountId}/retail-campaigns/${retailCampaignIdx}`
  await rest.json('POST', `${campaign}/approvalRequest`, { userName: 'Rob Reed', userEmail: 'rob@example.com' })
  const links = await polled(
    'approval mails',
    () => approvalLinks(outbox, accountId, retailCampaignIdx),
    l => (100 * l.length) / approvers,
    l => l.length === approvers,
  )
  for (const link of links) await answerLink(link, 'Approved', 'Lovely. Go ahead!')
  const { status } = (await rest.json('GET', `${campaign}/approvalStatus`)) as { status: string }
  if (status !== 'Approved') throw new Error(`the approval is ${status}`)
  return links
}

/** Activates and waits until the campaign is live. */
export const activate = async (rest: Rest, account: string, retailCampaignIdx: number) => {
  await rest.json('POST', `${account}/retail-campaigns/${retailCampaignIdx}/activate`, {})
  type Status = { readonly status: string; readonly percentage: number; readonly message: string }
  const ask = async () =>
    (await rest.json('GET', `${account}/retailcampaigns/${retailCampaignIdx}/activationstatus`)) as Status
  const { status, message } = await polled(
    'activation',
    ask,
    s => s.percentage,
    s => s.status !== 'IN_PROGRESS',
  )
  if (status !== 'ACTIVE') throw new Error(`the activation ended with ${status}: ${message}`)
  return message
}

/** Exports one format, downloads the ZIP, verifies it against its manifest and saves it. */
export const exported = async (
  rest: Rest,
  account: string,
  campaign: string,
  format: string,
  resolution: string,
  folder: string,
  prefix = '',
): Promise<readonly Opened[]> => {
  const { queueId, message } = (await rest.json('POST', `${campaign}/exportAssets`, {
    assetExportType: format,
    resolution,
  })) as { queueId: string | null; message: string }
  if (queueId === null) throw new Error(`the export did not start: ${message}`)
  type Queue = {
    readonly status: string
    readonly percentage: number
    readonly url: string
    readonly errors: readonly { item: string; detail: string }[]
  }
  const ask = async () => (await rest.json('GET', `${account}/queues/${queueId}`)) as Queue
  const done = await polled(
    `export ${format}`,
    ask,
    q => q.percentage,
    q => q.status === 'COMPLETED' || q.status === 'FAILED',
  )
  if (done.status !== 'COMPLETED' || done.errors.length > 0)
    throw new Error(
      `the export ended with ${done.status}: ${done.errors.map(e => `${e.item}: ${e.detail}`).join('; ')}`,
    )
  const zip = Buffer.from(await (await fetch(done.url)).arrayBuffer())
  await writeFile(join(folder, `${prefix}${format}${resolution === '2' ? '@2x' : ''}.zip`), zip)
  return openZip(zip)
}
