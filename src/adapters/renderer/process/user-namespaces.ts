import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromiumUser } from './run-as.ts'

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
