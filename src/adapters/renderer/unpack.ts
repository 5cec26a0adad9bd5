import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageVersion = async (): Promise<string> => {
  const file = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version
}

const hasFonts = () => existsSync('/usr/share/fonts') && readdirSync('/usr/share/fonts').length > 0

/** Whether a folder is ours and not writable by other users: its contents will be executed. */
const isOurs = async (folder: string): Promise<boolean> => {
  if (!existsSync(folder)) return false
  const { uid, mode } = await stat(folder)
  return uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0
}

/** The package unpacks to the temporary folder; a child process gets another one. */
const unpackInto = async (folder: string): Promise<void> => {
  const script = "import('@sparticuz/chromium').then(m => m.default.executablePath())"
  const cwd = dirname(fileURLToPath(import.meta.url))
  const child = spawn(process.execPath, ['-e', script], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TMPDIR: folder },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the Chromium from npm could not be unpacked (exit code ${code})`)
}

/**
 * The Chromium from npm, unpacked once per machine and user to the temporary folder. The rename is atomic, as several
 * nodes may start at the same time.
 */
export const unpackedChromium = async (): Promise<{
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}> => {
  const place = join(tmpdir(), `endcap-chromium-${await packageVersion()}-${userInfo().uid}`)
  let folder = place
  if (!(await isOurs(place))) {
    folder = await mkdtemp(`${place}.`)
    await unpackInto(folder)
    try {
      await rename(folder, place)
      folder = place
    } catch (error) {
      // another node unpacked it first, or the name is taken by another user: then this copy is for this start only
      if (!existsSync(place)) throw error
      if (await isOurs(place)) {
        await rm(folder, { recursive: true })
        folder = place
      }
    }
  }
  // on a machine without fonts no text would appear
  return { path: join(folder, 'chromium'), env: hasFonts() ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') } }
}
