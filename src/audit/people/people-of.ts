import type { ListQuery } from '../../list/list.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AuditReader } from '../reader.ts'
import { openedPeople } from './opened-people.ts'
import { openPeople } from './people.ts'
import type { PersonShown } from './person.ts'

/**
 * The people whom each event of a list names (AUDIT-9). Those of a request are looked up once, and nobody if the list was asked for other
 * fields only.
 */
export const peopleOf = async (
  events: readonly Recorded[],
  { log, secrets }: Pick<Ports, 'log' | 'secrets'>,
  reader: AuditReader,
  { select }: Pick<ListQuery, 'select'>,
): Promise<readonly PersonShown[][]> => {
  if (select && !select.includes('people')) return events.map(() => [])
  const people = openPeople(log)
  const opened = openedPeople(reader, secrets)
  const shown: PersonShown[][] = []
  for (const event of events) shown.push(await Promise.all((await people.of(event)).map(opened.shown)))
  return shown
}
