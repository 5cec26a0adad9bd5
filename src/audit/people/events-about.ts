import { approval } from '../../domain/approval/approval.ts'
import { apiKey } from '../../domain/keys/key.ts'
import { retailSettings } from '../../domain/provisioning/aggregates.ts'
import { streamOf } from '../../domain/shared/decider.ts'
import { wordingsIn } from '../../domain/shared/fact.ts'
import type { EventLog, LogFilter } from '../../ports/event-log.ts'
import { mentioning } from '../mentioning.ts'
import type { OpenedPeople } from './opened-people.ts'
import { openPeople } from './people.ts'

/** Types of the events that name people themselves, and do not only come from one of their keys. */
const naming: readonly string[] = [approval, retailSettings].flatMap(({ events }) =>
  wordingsIn(events).map(({ type }) => type),
)

/** The ids of the API keys that a person has owned. Reads the first event of each key. */
const keysOf = async (log: EventLog, wanted: string, opened: OpenedPeople): Promise<readonly string[]> => {
  const people = openPeople(log)
  const keys: string[] = []
  const issued = { prefixes: [streamOf(apiKey, '')], among: { types: ['ApiKeyIssued'] } }
  for await (const event of log.readAll(issued)) {
    if (event.type !== 'ApiKeyIssued') continue
    const owners = (await people.of(event)).filter(person => person.role === 'key-owner')
    for (const owner of owners) if (await opened.is(owner, wanted)) keys.push(owner.keyId)
  }
  return [...new Set(keys)]
}

/** The filter for the events that may be about a person, by a mail address or a name: those that name people, and those of the person's keys. */
export const eventsAbout = async (
  log: EventLog,
  wanted: string,
  opened: OpenedPeople,
): Promise<Pick<LogFilter, 'among'>> => mentioning(await keysOf(log, wanted, opened), naming)
