import { approval } from '../domain/approval/approval.ts'
import { apiKey } from '../domain/keys/key.ts'
import { retailSettings } from '../domain/provisioning/aggregates.ts'
import { streamOf } from '../domain/shared/decider.ts'
import { spellingsOf } from '../domain/shared/mailbox.ts'
import type { EventLog, Position } from '../ports/event-log.ts'
import type { Secrets } from '../ports/secrets.ts'
import { StoreAway } from '../ports/store-away.ts'
import { mentionsIn } from './mentions.ts'
import type { Asked, Person } from './person.ts'
import { personNotes } from './person-notes.ts'

/**
 * What the log holds about a person. `unopened`: the events, and the entries of the store of secrets, that may hold more, but cannot be
 * opened.
 */
export type PersonFound = ReturnType<typeof personNotes>['found'] & { readonly unopened: readonly string[] }

/** Whether there is anything to erase. */
export const isFound = ({ personIds }: PersonFound): boolean => personIds.size > 0

/** The keys that the address leads to; one may have been made that no event names. `unopened`: why there may be more. */
const keysOf = async ({ accountId, address }: Person, { findPerson: find }: Pick<Secrets, 'findPerson'>) => {
  const personIds = new Map<string, string>()
  const unopened = new Set<string>()
  for (const spelled of spellingsOf(address))
    try {
      const personId = await find(accountId, spelled)
      if (personId !== undefined) personIds.set(personId, spelled)
    } catch (error) {
      if (error instanceof StoreAway) throw error
      unopened.add('the address in the store of secrets')
    }
  return { personIds, unopened }
}

/**
 * What the log holds about a person, by one reading of it: of the approvals and settings of the account and of all API keys, which alone name persons. In
 * memory are only ids. `onScanned`: see EventLog.readAll.
 */
export const findPerson = async (
  person: Asked,
  { log, secrets }: { readonly log: EventLog; readonly secrets: Secrets },
  onScanned: (position: Position) => void = () => undefined,
): Promise<PersonFound> => {
  const { accountId } = person
  const settings = streamOf(retailSettings, accountId)
  const approvals = `${streamOf(approval, accountId)}:`
  const { personIds, unopened } = await keysOf(person, secrets)
  const notes = personNotes(person, mentionsIn(person.reason), secrets, personIds)
  const keys = streamOf(apiKey, '')
  for await (const event of log.readAll({ prefixes: [approvals, settings, keys], onScanned })) {
    const { stream } = event
    if (stream === settings) await notes.settings(event)
    else if (stream.startsWith(keys)) await notes.key(event)
    else if (stream.startsWith(approvals)) await notes.approval(event)
  }
  // made while the log was read
  for (const [personId, spelled] of (await keysOf(person, secrets)).personIds) personIds.set(personId, spelled)
  return { ...notes.found, unopened: [...notes.unopened(), ...unopened] }
}
