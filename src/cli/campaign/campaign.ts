import { Command, Option } from 'commander'
import * as E from 'fp-ts/lib/Either.js'
import { changesBetween, plainState } from '../../audit/changes.ts'
import { hadBy } from '../../audit/past/had-by.ts'
import { type PastCampaign, pastCampaign } from '../../audit/past/past-campaign.ts'
import { pastWork } from '../../audit/past/past-work.ts'
import { auditReader } from '../../audit/reader.ts'
import type { Ports } from '../../ports/ports.ts'
import { shownChanges } from '../replay/shown-changes.ts'
import { say } from '../say.ts'
import { endOf } from '../times.ts'
import { UserError } from '../user-error.ts'
import { withPorts } from '../with-ports.ts'
import { exitCodes } from '../wrong-use.ts'
import { type Asked, campaignNamed } from './asked.ts'
import { drawPage } from './draw-page.ts'
import { campaignLines } from './lines.ts'

type Options = { readonly at?: string; readonly diff?: string; readonly page?: string; readonly json?: boolean }

const campaignThen = async ({ accountId, retailCampaignIdx, until }: Asked, ports: Ports): Promise<PastCampaign> => {
  const found = await pastCampaign(pastWork(ports.log, hadBy(until)), accountId, retailCampaignIdx, ports)()
  if (E.isRight(found)) return found.right
  const when = Number.isFinite(until) ? ` at ${new Date(until).toISOString()}` : ''
  throw new UserError(`There was no campaign ${accountId}:${retailCampaignIdx}${when}.`, {
    exitCode: exitCodes.nothing,
  })
}

const maskedCampaign = async (asked: Asked, ports: Ports): Promise<unknown> =>
  auditReader(ports).shown(asked.accountId, plainState(await campaignThen(asked, ports)))

/** From the earlier time to the later. */
const differences = async (asked: Asked, other: number, ports: Ports, json: boolean): Promise<string> => {
  const [from, to] = asked.until <= other ? [asked.until, other] : [other, asked.until]
  const before = await maskedCampaign({ ...asked, until: from }, ports)
  const after = await maskedCampaign({ ...asked, until: to }, ports)
  return shownChanges(changesBetween(before, after), `${asked.accountId}:${asked.retailCampaignIdx}`, json)
}

const show = async (asked: Asked, ports: Ports, json: boolean): Promise<void> => {
  const at = new Date(Math.min(asked.until, ports.clock.now().getTime())).toISOString()
  if (json)
    return say(JSON.stringify({ at, ...((await maskedCampaign(asked, ports)) as Record<string, unknown>) }, null, 2))
  const found = await campaignThen(asked, ports)
  for (const line of campaignLines(found, at)) await say(line)
}

const campaign = async (typed: string, { at, diff, page, json = false }: Options): Promise<void> => {
  const now = new Date()
  const until = at === undefined ? Number.POSITIVE_INFINITY : endOf(at, now, '--at')
  const other = diff === undefined ? undefined : endOf(diff, now, '--diff')
  const asked = { ...campaignNamed(typed), until }
  await withPorts(async ports => {
    if (page !== undefined) return drawPage(asked, page, ports, json)
    if (other === undefined) return show(asked, ports, json)
    return say(await differences(asked, other, ports, json))
  })
}

/** `endcap campaign`: a campaign as it was, with its approval (AUDIT-10), and the page that its approvers saw (AUDIT-11). */
export const campaignCommand = (): Command =>
  new Command('campaign')
    .argument('<campaign>', 'account and number, for example acme:12')
    .option('--at <time>', 'as it was: an ISO time, a day or an age such as 24h; a day means its end; default: now')
    .option('--diff <time>', 'show what changed between --at and this time')
    .addOption(
      new Option('--page <file>', 'draw what the approvers of the newest request saw, as an HTML file').conflicts(
        'diff',
      ),
    )
    .option('--json', 'print JSON')
    .action(campaign)
