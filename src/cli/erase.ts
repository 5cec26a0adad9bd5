import { Command } from 'commander'
import * as E from 'fp-ts/lib/Either.js'
import { AccountId, EmailAddress } from '../codec/names.ts'
import { mailboxOf } from '../domain/shared/mailbox.ts'
import { erasePerson, type PersonGone } from '../erasures/erase-person.ts'
import type { Asked } from '../erasures/person.ts'
import type { Config } from '../node/config/read-config.ts'
import type { Stores } from '../node/stores/open-stores.ts'
import { scanning } from './audit/scanning.ts'
import { notOpened, remaining, summary } from './erase/summary.ts'
import { checkedReason, workOf } from './operator.ts'
import { say, tell } from './say.ts'
import { UserError } from './user-error.ts'
import { withLog } from './with-stores.ts'
import { exitCodes, WrongUse } from './wrong-use.ts'

type Options = { readonly account: string; readonly person: string; readonly reason: string; readonly json?: boolean }

const checked = ({ account: accountId, person: address, reason }: Options): Asked => {
  if (E.isLeft(AccountId.decode(accountId))) throw new WrongUse('--account is not the id of an account')
  if (E.isLeft(EmailAddress.decode(address))) throw new WrongUse('--person is a mail address')
  if ([address.toLowerCase(), mailboxOf(address)].some(spelled => reason.toLowerCase().includes(spelled)))
    throw new WrongUse('--reason stays in the log, so it must not have the address; name a ticket')
  return { accountId, address, reason: checkedReason(reason) }
}

const erased = async (asked: Asked, stores: Stores): Promise<PersonGone> => {
  const scan = await scanning(stores.log)
  const { log, secrets, clock } = stores
  const erasing = erasePerson(asked, workOf(stores, 'erase'), { log, secrets, clock, onScanned: scan.scanned })
  const gone = await erasing().finally(scan.end)
  if (E.isLeft(gone)) {
    const { code, detail } = gone.left
    throw code === 'invalid-request' ? new WrongUse(detail) : new UserError(detail)
  }
  return gone.right
}

const erase = async (options: Options): Promise<void> => {
  const asked = checked(options)
  await withLog(async (stores: Stores, config: Config) => {
    const gone = await erased(asked, stores)
    const { accountId: account } = asked
    const { found, isErased, isApprover } = gone
    if (isErased) {
      const remains = remaining(gone, { account, at: stores.clock.now(), config })
      const done = { account, keys: found.personIds.size, ...found.counts, isApprover, remains }
      await say(options.json ? JSON.stringify(done) : summary(done))
    } else {
      tell('Nothing of this person was found.')
      process.exitCode = exitCodes.nothing
    }
    if (found.unopened.length > 0) throw new UserError(notOpened(found.unopened))
  })
}

/** `endcap erase`: makes what the service holds about a person unreadable for ever (APPROVAL-20). */
export const eraseCommand = (): Command =>
  new Command('erase')
    .requiredOption('--account <id>', 'account that knows the person')
    .requiredOption('--person <mail>', 'mail address of the person')
    .requiredOption('--reason <text>', 'why, without the person’s name; it stays in the log, and auditors read it')
    .option(
      '--json',
      'print {account, keys, settings, requests, asked, answers, mails, apiKeys, isApprover, remains[]}',
    )
    .action(erase)
