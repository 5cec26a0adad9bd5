import { approval } from '../domain/approval/approval.ts'
import type { Erased } from '../domain/erasures/erasures.ts'
import { apiKey } from '../domain/keys/key.ts'
import { retailSettings } from '../domain/provisioning/aggregates.ts'
import { streamOf } from '../domain/shared/decider.ts'
import { spellingsOf } from '../domain/shared/mailbox.ts'
import type { EventLog, Position } from '../ports/event-log.ts'
import type { Secrets } from '../ports/secrets.ts'
import { mentionsIn } from './mentions.ts'
import type { Asked } from './person.ts'
import { personNotes } from './person-notes.ts'

/** What the log holds about a person. */
export type PersonFound = ReturnType<typeof personNotes>['found']

/** Whether there is anything to erase. */
export const isFound = ({ personIds, approverIds, approvalIdxs }: PersonFound): boolean =>
  personIds.size + approverIds.size + approvalIdxs.size > 0

/**
 * What the log holds about a person, by one reading of it: of the approvals and settings of the account and of all API keys, which alone name persons. In
 * memory are only ids. `gone`: what was erased before. `onScanned`: see EventLog.readAll.
 */
export const findPerson = async (
  person: Asked,
  gone: Erased,
  { log, secrets }: { readonly log: EventLog; readonly secrets: Secrets },
  onScanned: (position: Position) => void = () => undefined,
): Promise<PersonFound> => {
  const { accountId, address } = person
  const settings = streamOf(retailSettings, accountId)
  const approvals = `${streamOf(approval, accountId)}:`
  const notes = personNotes(person, mentionsIn(person.reason), secrets, gone)
  const keys = streamOf(apiKey, '')
  for await (const event of log.readAll({ prefixes: [approvals, settings, keys], onScanned })) {
    const { stream } = event
    if (stream === settings) await notes.settings(event)
    else if (stream.startsWith(keys)) await notes.key(event)
    else if (stream.startsWith(approvals)) await notes.approval(stream.slice(approval.category.length + 1), event)
  }
  // a key may have been made that no event names
  for (const spelled of spellingsOf(address)) {
    const personId = await secrets.findPerson(accountId, spelled)
    if (personId !== undefined) notes.found.personIds.set(personId, spelled)
  }
  return notes.found
}
