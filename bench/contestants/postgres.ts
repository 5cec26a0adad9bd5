import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { freePort } from './endcap.ts'

/** The folder of `postgres` and `initdb`: on the PATH, or where Debian keeps them, the newest first. */
const binaries = (): string | undefined => {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const folder = [...onPath, ...debian].find(folder => existsSync(join(folder, 'postgres')))
  return folder && dirname(realpathSync(join(folder, 'postgres')))
}

/** Why no server can be started; undefined if one can. */
export const postgresMissing = (): string | undefined =>
  binaries() === undefined ? 'there is no `postgres` on this machine' : undefined

/** PostgreSQL refuses to run as root: its own user takes over, or nobody. */
const otherUser = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (name: string, flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString())
  for (const name of ['postgres', 'nobody'])
    try {
      return { uid: idOf(name, '-u'), gid: idOf(name, '-g') }
    } catch {
      // the next one
    }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody')
}

export type Postgres = {
  /** The database `postgres`, as its superuser. */
  readonly url: string
  /** Ends the server and removes its files. */
  stop(): Promise<void>
}

/** A PostgreSQL server in a new folder, on a free loopback port. Commits are synced; everything else is as initdb sets it. */
export const startPostgres = async (): Promise<Postgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  try {
    const user = otherUser()
    if (user) chownSync(folder, user.uid, user.gid)
    return await startIn(folder, remove, user)
  } catch (error) {
    remove()
    throw error
  }
}

const startIn = async (folder: string, remove: () => void, user: ReturnType<typeof otherUser>): Promise<Postgres> => {
  const bin = binaries() ?? ''
  const [data, passwords] = [join(folder, 'data'), join(folder, 'password')]
  const password = randomBytes(16).toString('hex')
  writeFileSync(passwords, password, { mode: 0o600 })
  if (user) chownSync(passwords, user.uid, user.gid)
  const as = { cwd: folder, ...user }
  const created = ['--pgdata', data, '--username=bench', '--auth=scram-sha-256', `--pwfile=${passwords}`]
  execFileSync(join(bin, 'initdb'), [...created, '--encoding=UTF8', '--no-locale'], { ...as, stdio: 'pipe' })
  const port = await freePort()
  const settings = ['fsync=on', 'synchronous_commit=on', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const args = ['-D', data, '-p', String(port), '-N', '200', ...settings.flatMap(setting => ['-c', setting])]
  const child = spawn(join(bin, 'postgres'), args, { ...as, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  // an interrupted benchmark leaves no server behind
  const end = () => {
    child.kill('SIGQUIT')
    remove()
  }
  process.once('exit', end)
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4_000)
      if (output.includes('ready to accept connections')) resolve()
    })
    ended.then(() => reject(new Error(`postgres exited before it responded: ${output}`)), reject)
  })
  return {
    url: `postgres://bench:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      process.off('exit', end)
      remove()
    },
  }
}
