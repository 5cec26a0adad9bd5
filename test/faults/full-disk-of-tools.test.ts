import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folderSeals } from '../../src/adapters/seal-store/folder.ts'
import { bareEnvironment } from '../support/programs/bare-environment.ts'
import { endcap } from '../support/programs/endcap.ts'
import { skip } from '../support/servers/skip.ts'
import { approvers, askApproval } from '../support/service/flow.ts'
import { campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'

type Context = { service: Service; campaign: string }
const test = suite<Context>('a full disk below what tools write')
let disk: SmallDisk | undefined

test.before(async context => {
  context.service = await startService()
  await provision(context.service)
  context.campaign = await campaignWith(context.service, ['one'])
  await approvers(context.service, false, 'ann@example.com')
  await askApproval(context.service, context.campaign)
})
test.after(async ({ service }) => {
  await service.stop()
  await disk?.close()
})

const full = await open('/dev/full', 'w').catch(() => undefined)
if (full)
  test('the disk of stdout: one line, and exit code 1', async ({ service: { stores } }) => {
    const child = spawn(process.execPath, ['src/cli/endcap.ts', 'status', '--json'], {
      env: { ...bareEnvironment(), ...stores },
      stdio: ['ignore', full.fd, 'pipe'],
    })
    const [err, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')])
    await full.close()
    assert.equal([code, err], [1, 'the output could not be written: ENOSPC: no space left on device, write\n'])
  })
else skip('a full disk below stdout: there is no /dev/full')

disk = await smallDisk(2)
if (disk === undefined) skip('a full disk below files of tools: this process may not mount one')
else {
  const { folder, fill, free } = disk
  test('endcap seal --out, and --page: nothing is left, and the next try works', async ({ service, campaign }) => {
    const id = `acme:${campaign.split('/').at(-1)}`
    for (const [name, ...command] of [
      ['seal.json', 'seal', '--out'],
      ['page.html', 'campaign', id, '--page'],
    ] as const) {
      const file = join(folder, name)
      await fill()
      const { code, out, err } = await endcap([...command, file], service.stores)
      assert.equal([code, out], [1, ''], err)
      assert.match(err, `${file} could not be written: ENOSPC`)
      assert.not.match(err, / at /)
      assert.not.ok((await readdir(folder)).includes(name))
      await free()
      const again = await endcap([...command, file], service.stores)
      assert.is(again.code, 0, again.err)
      assert.ok((await stat(file)).size > 0)
    }
  })

  test('the folder of SEALS_TO: a try that failed leaves nothing', async () => {
    const { put } = folderSeals(join(folder, 'seals'))
    await put('seal-1.json', 'before')
    await fill()
    for (const _ of [1, 2])
      await put('seal-2.json', 'x'.repeat(100_000)).then(
        () => assert.unreachable(),
        error => assert.is(error.code, 'ENOSPC'),
      )
    assert.equal(await readdir(join(folder, 'seals')), ['seal-1.json'])
    await free()
  })

  test('the disk of DATA_DIR, when nothing has it open: the disk is full, not broken', async () => {
    const env = { DATA_DIR: join(folder, 'data') }
    const issue = ['keys', 'issue', '--account', 'acme', '--permission', 'Account_Admin']
    assert.is((await endcap(issue, env)).code, 0)
    await fill()
    for (const command of [issue, ['keys', 'list'], ['status']]) {
      const { code, out, err } = await endcap(command, env)
      assert.equal([code, out], [1, ''], err)
      assert.match(err, /the disk is full \(SQLITE_\w+\): make room on the disk of DATA_DIR/)
    }
    await free()
    assert.is((await endcap(['keys', 'list'], env)).code, 0)
  })
}

test.run()
