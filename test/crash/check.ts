import * as E from 'fp-ts/lib/Either.js'
import type { KeyGrant } from '../../src/domain/keys/key.ts'
import { openedOwner } from '../../src/lookups/key-owner.ts'
import { readConfig } from '../../src/node/config/read-config.ts'
import { openStores } from '../../src/node/stores/open-stores.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import { brokenStreams, otherThanFolded } from '../support/log-faults.ts'
import { until } from '../support/waiting/until.ts'
import type { Acknowledged } from './load.ts'

/** The faults in stores after crashes; empty if there are none. */
export const faultsOf = async (
  env: Readonly<Record<string, string>>,
  acknowledged: readonly Acknowledged[],
): Promise<readonly string[]> => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const stores = await openStores(config.right)
  try {
    // views in a database follow the log, and may be behind where the service stopped
    await until(
      async () => stores.status(),
      ({ ready }) => ready,
    )
    const events: Recorded[] = []
    for await (const event of stores.log.readAll()) events.push(event)
    return [
      ...lostOrTwice(await withOwners(events, stores.secrets), acknowledged),
      ...brokenStreams(events),
      ...(await otherThanFolded(events, view => stores.readModels.all(view))),
    ]
  } finally {
    await stores.close()
  }
}

/** The events, with the owners of API keys opened. */
const withOwners = (events: readonly Recorded[], secrets: Secrets): Promise<readonly Recorded[]> =>
  Promise.all(
    events.map(async event =>
      event.type === 'ApiKeyIssued'
        ? { ...event, data: await openedOwner(event.data as unknown as KeyGrant, secrets) }
        : event,
    ),
  )

/** Checks that every acknowledged command is in the log exactly once. */
const lostOrTwice = (events: readonly Recorded[], acknowledged: readonly Acknowledged[]): readonly string[] => {
  const texts = new Map<string, number>()
  const counts = (name: string) => texts.set(name, (texts.get(name) ?? 0) + 1)
  for (const event of events) {
    if (event.type === 'ApiKeyIssued') counts(`api-key- ${(event.data as { owner: string }).owner}`)
    if (event.type !== 'CreativeSaved') continue
    const { creative, added } = event.data as { creative: { columns: { columnValue: string }[] }; added: boolean }
    for (const { columnValue } of creative.columns) counts(`${event.stream} ${columnValue}`)
    if (added === undefined) return [`${event.id} has no added`]
  }
  return acknowledged.flatMap(({ stream, value }) => {
    const found = texts.get(`${stream} ${value}`) ?? 0
    return found === 1 ? [] : [`${value} of ${stream} is in the log ${found} times`]
  })
}
