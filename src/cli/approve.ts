import { join } from 'node:path'
import { Command, Option } from 'commander'
import { campaignNamed } from './campaign/asked.ts'
import { answerLink } from './outbox/answer-links.ts'
import { approvalLinks } from './outbox/approval-links.ts'
import { print } from './say.ts'
import { UserError } from './user-error.ts'
import { readable } from './with-stores.ts'

type Options = { outbox?: string; reject?: boolean; comment: string; links?: boolean }

const run = async (typed: string, { outbox, reject = false, comment, links: onlyShown = false }: Options) => {
  const { accountId, retailCampaignIdx } = campaignNamed(typed)
  const folder = outbox ?? join((await readable()).dataDir, 'outbox')
  const links = await approvalLinks(folder, accountId, retailCampaignIdx)
  if (links.length === 0)
    throw new UserError(
      `${folder} has no approval mail of ${typed}. Request the approval first; with SMTP_URL, mails are in the mailboxes of the approvers.`,
    )
  for (const link of links) {
    if (!onlyShown) await answerLink(link, reject ? 'Rejected' : 'Approved', comment)
    print(onlyShown ? link : `${reject ? 'rejected' : 'approved'} ${link}`)
  }
}

/** `endcap approve ACCOUNT:NUMBER`: answers for the approvers whose mails are in the outbox of a service without a mail server. */
export const approveCommand = (): Command =>
  new Command('approve')
    .argument('<campaign>', 'ACCOUNT:NUMBER, for example acme:12')
    .addOption(new Option('--outbox <folder>', 'folder of the mails; default: DATA_DIR/outbox'))
    .option('--links', 'only print the addresses of the approval pages, to open them in a browser')
    .option('--reject', 'reject it')
    .option('--comment <text>', 'comment of the approvers', '')
    .action(run)
