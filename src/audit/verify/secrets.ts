import type { Secrets } from '../../ports/secrets.ts'
import type { Checked, Fault } from './fault.ts'
import type { Named } from './log.ts'

const opens = async (open: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await open()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'cannot be opened'
  }
}

/** Opens every secret of the store, and every sealed address of the log whose account's key was not destroyed. */
export const checkSecrets = async (secrets: Secrets, sealed: Named['sealed']): Promise<Checked> => {
  const faults: Fault[] = []
  let count = 0
  for await (const { id, fault } of secrets.check()) {
    count++
    if (fault !== undefined) faults.push({ kind: 'secret', where: id, detail: `cannot be opened: ${fault}` })
  }
  for (const { accountId, text, where } of sealed) {
    count++
    const fault = await opens(() => secrets.unsealForAccount(accountId, text))
    if (fault !== undefined)
      faults.push({ kind: 'secret', where, detail: `its sealed address cannot be opened: ${fault}` })
  }
  return { count, faults }
}
