import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Another user that Chromium runs as. */
export type RunAs = { readonly uid: number; readonly gid: number; readonly name: string }

/** The user without rights that every Unix has; Linux maps it to this number in containers, too. */
const nobody: RunAs = { uid: 65_534, gid: 65_534, name: 'nobody' }

/** Whether this process may start others as the user. Only root may, and in a container not every root. */
const mayBecome = async ({ uid, gid }: RunAs): Promise<boolean> => {
  try {
    await once(spawn('true', [], { uid, gid, stdio: 'ignore' }), 'exit')
    return true
  } catch (error) {
    // the user is changed first, so an error about the program itself means that it may be changed
    return !(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EINVAL'))
  }
}

/** The user that Chromium runs as: for root `nobody`, where root may do so; undefined: the user of this process. */
export const chromiumUser = async (): Promise<RunAs | undefined> =>
  process.getuid?.() === 0 && (await mayBecome(nobody)) ? nobody : undefined

/** Whether the user may enter this folder and all folders above it. Access control lists are not considered. */
export const canEnter = async ({ uid, gid }: RunAs, folder: string): Promise<boolean> => {
  const info = await stat(folder)
  const bit = info.uid === uid ? 0o100 : info.gid === gid ? 0o010 : 0o001
  if ((info.mode & bit) === 0) return false
  const above = dirname(folder)
  return above === folder || canEnter({ uid, gid, name: '' }, above)
}

/**
 * Whether this machine lets the user of Chromium make namespaces, as its sandbox must. A system without `unshare` counts as
 * one that does.
 */
export const hasUserNamespaces = async (): Promise<boolean> => {
  const user = await chromiumUser()
  const as = user ? { uid: user.uid, gid: user.gid } : {}
  try {
    const [code] = await once(
      spawn('unshare', ['--user', '--map-root-user', 'true'], { ...as, stdio: 'ignore' }),
      'exit',
    )
    return code === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true
    throw error
  }
}

/**
 * The environment for programs that render their own pages only, such as tests: without the sandbox where this machine
 * denies it. An environment that names CHROMIUM_NO_SANDBOX decides itself.
 */
export const sandboxEnvironment = async (
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly CHROMIUM_NO_SANDBOX?: '1' }> =>
  env.CHROMIUM_NO_SANDBOX === undefined && !(await hasUserNamespaces()) ? { CHROMIUM_NO_SANDBOX: '1' } : {}
