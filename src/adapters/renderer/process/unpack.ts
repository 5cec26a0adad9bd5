import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageVersion = async (): Promise<string> => {
  const file = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version
}

const hourMs = 3_600_000
const hasFonts = () => existsSync('/usr/share/fonts') && readdirSync('/usr/share/fonts').length > 0

/** Whether a folder exists, is ours, and is not writable by other users: its contents will be executed or removed. */
export const isOurs = async (folder: string): Promise<boolean> => {
  if (!existsSync(folder)) return false
  const { uid, mode } = await stat(folder)
  return uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0
}

/** Lets other users read and run what is in a folder. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile())
      await chmod(path, ((await stat(path)).mode & 0o777) | 0o444 | (entry.name === 'chromium' ? 0o111 : 0))
  }
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
  await openToAll(folder)
}

const placeOf = async () => join(tmpdir(), `endcap-chromium-${await packageVersion()}-${process.getuid?.() ?? 0}`)

/** A copy of this process alone, for when another user has taken the usual name. */
let ownCopy: string | undefined

const ageOf = async (path: string): Promise<number> => {
  const info = await stat(path).catch(() => undefined)
  return info ? Date.now() - info.mtimeMs : 0
}

/** Removes what killed unpackings left. One that runs takes seconds. */
export const sweepUnpacked = async (): Promise<void> => {
  const place = await placeOf()
  for (const name of await readdir(dirname(place))) {
    const path = join(dirname(place), name)
    if (!name.startsWith(`${basename(place)}.`) || path === ownCopy) continue
    if ((await ageOf(path)) > hourMs && (await isOurs(path))) await rm(path, { recursive: true, force: true })
  }
}

const unpacked = async (): Promise<string> => {
  const place = await placeOf()
  for (const folder of [place, ownCopy ?? place]) if (await isOurs(folder)) return folder
  const folder = await mkdtemp(`${place}.`)
  await unpackInto(folder)
  try {
    await rename(folder, place)
  } catch (error) {
    if (!existsSync(place)) throw error
    if (!(await isOurs(place))) {
      ownCopy = folder
      return folder
    }
    // another node unpacked it first
    await rm(folder, { recursive: true })
  }
  return place
}

/**
 * The Chromium from npm, unpacked once per machine and user to the temporary folder. The rename is atomic, as several
 * nodes may start at the same time. `forOthers`: another user will run it.
 */
export const unpackedChromium = async (options: {
  readonly forOthers: boolean
}): Promise<{
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}> => {
  const folder = await unpacked()
  // releases before this one left it open to its owner only
  if (options.forOthers && ((await stat(folder)).mode & 0o005) !== 0o005) await openToAll(folder)
  // on a machine without fonts no text would appear
  return { path: join(folder, 'chromium'), env: hasFonts() ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') } }
}
