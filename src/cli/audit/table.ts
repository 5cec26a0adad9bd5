import type { PersonShown, Role } from '../../audit/people/person.ts'
import { hasSentence, sentenceOf } from '../../audit/sentence.ts'
import { printable } from '../../domain/shared/printable.ts'
import type { Recorded } from '../../ports/event-log.ts'

const indent = ' '.repeat(26)
/** People in a line; `--json` has all. */
const mostPeople = 3

/** Strips the `process:` prefix. */
const actorOf = (actor: string): string => actor.replace(/^process:/, '')

/** Shortens the hashes in stream names. */
export const shortStream = (stream: string): string => stream.replace(/[0-9a-f]{56,}/, hash => `${hash.slice(0, -56)}…`)

const row = (at: string, actor: string, type: string, stream: string): string =>
  `${at.padEnd(24)}  ${actor.padEnd(13)}  ${type.padEnd(26)}  ${stream}`

export const tableHeading = row('at', 'by', 'type', 'stream@revision')

const roles: Readonly<Record<Role, string>> = {
  approver: 'approver',
  requester: 'requester',
  recipient: 'mail to',
  'key-owner': 'key',
}

const personText = ({ role, name, keyId, address, isRequester }: PersonShown): string => {
  const who = role === 'key-owner' ? `${keyId} of ${name}` : (name ?? 'External User')
  return `${roles[role]} ${who}${address === undefined ? '' : ` <${address}>`}${isRequester ? ' (requester)' : ''}`
}

/** People in a line: `requester Rob <r•••@example.com>; approver Ann Ashby <a•••@example.com>`. */
export const peopleText = (people: readonly PersonShown[]): string => {
  const more = people.length - mostPeople
  return [...people.slice(0, mostPeople).map(personText), ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

/** The line below a row: the operation of a request, and the event's sentence if it has one. */
const below = (event: Recorded): string => {
  const { actor, operation } = event.metadata
  const operations = actor.startsWith('process:') ? [] : [operation]
  return [...operations, ...(hasSentence(event) ? [sentenceOf(event)] : [])].join(': ')
}

/**
 * An event in about 100 columns: time (as `--at` and `--until` take it), actor, type and place in the log; below it what happened, and
 * whom it is about.
 */
export const tableLines = (event: Recorded, people: readonly PersonShown[] = []): string => {
  const { type, stream, revision, metadata } = event
  const head = row(metadata.at, actorOf(metadata.actor), type, `${shortStream(stream)}@${revision}`)
  const texts = [below(event), peopleText(people)].filter(text => text !== '')
  return [printable(head), ...texts.map(text => indent + printable(text))].join('\n')
}
