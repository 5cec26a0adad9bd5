import { heldMs } from '../../adapters/secrets/held-keys.ts'
import { count } from '../../domain/shared/wording.ts'
import type { PersonGone } from '../../erasures/erase-person.ts'
import type { PersonCounts } from '../../erasures/person-notes.ts'
import type { Config } from '../../node/config/read-config.ts'

type Where = { readonly account: string; readonly at: Date; readonly config: Pick<Config, 'smtpUrl'> }

/** As many places are named; `endcap verify` lists more of them. */
const mostNamed = 20

/** What may name the person, but cannot be opened. */
export const notOpened = (places: readonly string[]): string => {
  const named = [
    ...places.slice(0, mostNamed),
    ...(places.length > mostNamed ? [`${places.length - mostNamed} more`] : []),
  ]
  return `These cannot be opened, so they may hold more of the person: ${named.join(', ')}. Restore them from a backup (endcap verify says what is wrong), then run this again.`
}

/** What this erasure did not reach, a sentence each. */
export const remaining = ({ found, isApprover }: PersonGone, { account, at, config }: Where): readonly string[] => {
  const { mails } = found.counts
  const places =
    config.smtpUrl === undefined ? 'in DATA_DIR/outbox of each node' : 'at the mail server and in mailboxes'
  return [
    `Nodes that run may have the keys in memory for ${heldMs / 1_000} s more.`,
    `Backups, and copies of the stores, made before ${at.toISOString()} hold the keys: delete them within the time that you promised.`,
    `Mails to the person (${mails}), and those to others that name the person, are ${places}.`,
    'What webhooks and event streams sent, and extracts and exports that were downloaded, are with those who have them.',
    ...(isApprover
      ? [
          `The settings of ${account} still have an approver, who reads “erased”: save them without, or campaigns may wait for an answer.`,
        ]
      : []),
  ]
}

type Done = PersonCounts & {
  readonly account: string
  readonly keys: number
  readonly remains: readonly string[]
}

/** What was erased, and what was not, for people. */
export const summary = ({ account, keys, settings, requests, asked, answers, apiKeys, remains }: Done): string => {
  const named = [
    `${count(requests, 'request')} made`,
    `${count(asked, 'request')} to approve`,
    count(answers, 'answer'),
    `settings saved ${settings === 1 ? 'once' : `${settings} times`}`,
    `${count(apiKeys, 'API key')} owned`,
  ]
  const destroyed = `${count(keys, 'key was', 'keys were')} destroyed`
  return [
    `The person was erased in ${account}: ${destroyed}. Named in ${named.join(', ')}.`,
    'Not erased:',
    ...remains.map(line => `- ${line}`),
  ].join('\n')
}
