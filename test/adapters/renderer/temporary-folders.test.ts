import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openChromiumFolders } from '../../../src/adapters/renderer/process/folders.ts'
import { isOurs, oncePerMachine, temporaryName } from '../../../src/adapters/renderer/process/once-per-machine.ts'
import { chromiumUser } from '../../../src/adapters/renderer/process/run-as.ts'
import { chromiumsOf, isLinux } from '../../support/rendering/chromium-processes.ts'
import { drawnBy, job, noLog, page, rendererFor } from '../../support/rendering/rendering.ts'

type Given = { machine: string; temporary: string; dataDir: string; before: string | undefined }
const test = suite<Given>('renderer: temporary folders that others can write into, or that Chromium cannot')
const user = await chromiumUser()
const asRoot = isLinux && user ? test : test.skip
const runs = temporaryName('chromium-runs')

test.before.each(async given => {
  given.before = process.env.TMPDIR
  given.machine = await mkdtemp(join(tmpdir(), 'e-'))
  await chmod(given.machine, 0o711)
  given.temporary = join(given.machine, 't')
  given.dataDir = join(given.machine, 'data')
  await mkdir(given.temporary, { mode: 0o1777 })
  await chmod(given.temporary, 0o1777)
  // Chromium's user cannot enter it, so that its folders are in the temporary one
  await mkdir(given.dataDir, { mode: 0o700 })
  process.env.TMPDIR = given.temporary
})
test.after.each(async ({ machine, before }) => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  await rm(machine, { recursive: true, force: true })
})

const madeIn = async ({ dataDir }: Given) => {
  const folders = await openChromiumFolders(dataDir, noLog)
  try {
    return await folders.make(user)
  } finally {
    folders.close()
  }
}

asRoot('a link in place of the folder of runs leads nowhere: nothing is made or removed behind it', async given => {
  const other = join(given.machine, 'other')
  await mkdir(join(other, 'run-1'), { recursive: true })
  await writeFile(join(other, 'run-1', 'kept'), '')
  await utimes(join(other, 'run-1'), 0, 0)
  await symlink(other, join(given.temporary, runs))
  const run = await madeIn(given)
  assert.equal(await readdir(other), ['run-1'])
  assert.ok((await realpath(run.path)).startsWith(join(given.temporary, `${runs}.`)), run.path)
})

asRoot('a dangling link, or a file, in place of the folder of runs does not stop drawing', async given => {
  for (const put of [(at: string) => symlink('/nowhere/at/all', at), (at: string) => writeFile(at, '')]) {
    await put(join(given.temporary, runs))
    const run = await madeIn(given)
    assert.ok(run.path.startsWith(join(given.temporary, `${runs}.`)), run.path)
    await rm(join(given.temporary, runs))
  }
})

test('what a killed node left in a folder of another name is removed', async given => {
  await symlink('/nowhere', join(given.temporary, runs))
  const left = join(given.temporary, `${runs}.abcdef`)
  await mkdir(join(left, 'run-1'), { recursive: true, mode: 0o700 })
  await utimes(join(left, 'run-1'), 0, 0)
  ;(await openChromiumFolders(given.dataDir, noLog)).close()
  assert.equal(await readdir(given.temporary), [runs])
})

test('a link in place of the unpacked Chromium is not run, dangling or not', async ({ temporary, machine }) => {
  const other = join(machine, 'other')
  await mkdir(other, { mode: 0o755 })
  for (const [i, target] of [other, '/nowhere'].entries()) {
    const name = `test-${i}`
    await symlink(target, join(temporary, temporaryName(name)))
    const fill = (folder: string) => writeFile(join(folder, 'chromium'), '')
    const folder = await oncePerMachine(name, undefined, fill)
    assert.equal(await readdir(folder), ['chromium'])
    assert.ok((await isOurs(folder)) && folder !== join(temporary, temporaryName(name)))
    assert.is(await oncePerMachine(name, undefined, fill), folder, 'it is filled once')
  }
  assert.equal(await readdir(other), [])
})

const environmentOf = async (pid: number) => (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\u0000')

asRoot('Chromium draws where TMPDIR is closed to its user, with temporary files of its own', async given => {
  for (const mode of [0o755, 0o700]) {
    await chmod(given.temporary, mode)
    // the path of the profile is too long for sockets; it is removed with the renderer
    const dataDir = join(given.machine, 'a-folder-whose-name-is-long'.repeat(3))
    await mkdir(dataDir)
    await chmod(dataDir, 0o711)
    const renderer = await rendererFor({ dataDir })
    try {
      await drawnBy(renderer, job({ html: page('') }))
      const [chromium] = chromiumsOf(process.pid)
      const own = (await environmentOf(chromium!.pid)).find(line => line.startsWith('TMPDIR='))
      assert.match(own ?? '', new RegExp(`/${runs}/run-\\w+/tmp$`))
    } finally {
      await renderer.close()
    }
  }
})

test.run()
