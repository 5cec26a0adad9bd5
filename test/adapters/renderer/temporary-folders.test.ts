import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { chromiumUser } from '../../../src/adapters/renderer/process/chromium-user.ts'
import { makeRunFolder, sweepRunFolders } from '../../../src/adapters/renderer/process/run-folder.ts'
import { isOurs, oncePerMachine, temporaryName } from '../../../src/adapters/renderer/process/temporary.ts'
import { chromiumsOf, isLinux } from '../../support/rendering/chromium-processes.ts'
import { drawnBy, job, noLog, page, rendererFor } from '../../support/rendering/rendering.ts'

type Given = { machine: string; temporary: string; before: string | undefined }
const test = suite<Given>('renderer: temporary folders that others can write into, or that Chromium cannot')
const user = await chromiumUser()
const asRoot = isLinux && user ? test : test.skip

test.before.each(async given => {
  given.before = process.env.TMPDIR
  given.machine = await mkdtemp(join(tmpdir(), 'e-'))
  await chmod(given.machine, 0o711)
  given.temporary = join(given.machine, 't')
  await mkdir(given.temporary, { mode: 0o1777 })
  await chmod(given.temporary, 0o1777)
  process.env.TMPDIR = given.temporary
})
test.after.each(async ({ machine, before }) => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  await rm(machine, { recursive: true, force: true })
})

asRoot('a link that anybody can make leads a sweep nowhere', async ({ machine, temporary }) => {
  const run = await makeRunFolder(user)
  const name = basename(run.path).replace(`-${process.pid}-`, '-1-')
  const other = join(machine, 'other')
  await mkdir(other)
  await writeFile(join(other, 'kept'), '')
  await symlink(other, join(temporary, name))
  await sweepRunFolders(noLog)
  await run.remove()
  assert.equal(await readdir(other), ['kept'])
  assert.equal(await readdir(temporary), [name])
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
    const renderer = await rendererFor()
    try {
      await drawnBy(renderer, job({ html: page('') }))
      const [chromium] = chromiumsOf(process.pid)
      const own = (await environmentOf(chromium!.pid)).find(line => line.startsWith('TMPDIR='))
      assert.match(own ?? '', new RegExp(`/${temporaryName('run')}-[^/]+/tmp$`))
    } finally {
      await renderer.close()
    }
  }
})

test.run()
