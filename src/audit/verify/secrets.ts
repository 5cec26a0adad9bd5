import type { Secrets } from '../../ports/secrets.ts'
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

/** Unseals each address in the log, unless its account's key was destroyed, and finally every secret in the store. */
export const secretsCheck = (secrets: Secrets) => {
  const faults: Fault[] = []
  let count = 0
  return {
    sealed: async ({ accountId, text, where }: Sealed): Promise<void> => {
      count++
      const fault = await opens(() => secrets.unsealForAccount(accountId, text))
      if (fault !== undefined)
        faults.push({ kind: 'secret', where, detail: `its sealed address cannot be unsealed: ${fault}` })
    },
    end: async (): Promise<Checked> => {
      for await (const { id, fault } of secrets.check()) {
        count++
        if (fault !== undefined) faults.push({ kind: 'secret', where: id, detail: `cannot be opened: ${fault}` })
      }
      return { count, faults }
    },
  }
}
