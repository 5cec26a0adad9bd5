import type { Secrets } from '../ports/secrets.ts'
import type { Matches } from './person.ts'

/** Ids that name a person in events. `gone`: those of releases before that were erased. */
export type NamedIds<Id> = { readonly all: Set<Id>; readonly older: Set<Id>; readonly gone: ReadonlySet<Id> }

export const namedIds = <Id>(gone: ReadonlySet<Id>): NamedIds<Id> => ({ all: new Set(), older: new Set(), gone })

/** Notes the id that stands beside a sealed address, if it names the person, and the person's key with the address that it was made by. */
export const noting =
  (matches: Matches, { personIn }: Pick<Secrets, 'personIn'>, personIds: Map<string, string>) =>
  async <Id>(ids: NamedIds<Id>, id: Id, sealedAddress: string, where: string): ReturnType<Matches> => {
    const found = await matches(sealedAddress, where)
    if (found === undefined || (found.isOlder && ids.gone.has(id))) return undefined
    ids.all.add(id)
    if (found.isOlder) ids.older.add(id)
    const personId = personIn(sealedAddress)
    if (personId !== undefined) personIds.set(personId, found.spelled)
    return found
  }
