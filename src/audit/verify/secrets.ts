import * as E from 'fp-ts/lib/Either.js'
import { PersonErased } from '../../domain/erasures/erasures.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { subjectOf } from '../subject.ts'
import type { Checked, Fault } from './fault.ts'
import type { Sealed } from './log.ts'

const opens = async (open: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await open()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'cannot be opened'
  }
}

/** Unseals each text in the log, unless its key was destroyed, and finally every secret in the store. Keys of erased persons must be gone. */
export const secretsCheck = (secrets: Secrets) => {
  const faults: Fault[] = []
  const erased: { readonly accountId: string; readonly personId: string; readonly where: string }[] = []
  let count = 0
  return {
    sealed: async ({ accountId, text, where }: Sealed): Promise<void> => {
      count++
      const fault = await opens(() => secrets.unsealForAccount(accountId, text))
      if (fault !== undefined)
        faults.push({ kind: 'secret', where, detail: `a sealed text in it cannot be unsealed: ${fault}` })
    },
    event: (event: Recorded): void => {
      const accountId = subjectOf(event)?.accountId
      const decoded = PersonErased.decode(event)
      if (accountId === undefined || E.isLeft(decoded)) return
      const where = `${event.stream}@${event.revision}`
      for (const personId of decoded.right.data.personIds) erased.push({ accountId, personId, where })
    },
    end: async (): Promise<Checked> => {
      for (const { accountId, personId, where } of erased)
        if (await secrets.hasPersonKey(accountId, personId))
          faults.push({
            kind: 'secret',
            where,
            detail:
              'a key of this erased person is in the store: an erasure was interrupted, or a backup restored; run endcap erase again',
          })
      for await (const { id, fault } of secrets.check()) {
        count++
        if (fault !== undefined) faults.push({ kind: 'secret', where: id, detail: `cannot be opened: ${fault}` })
      }
      return { count, faults }
    },
  }
}
