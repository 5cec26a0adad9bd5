import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exitCodes } from '../../src/cli/wrong-use.ts'
import { inFolder } from '../support/memory/secrets.ts'
import { startedEndcap } from '../support/programs/cli.ts'
import { endcap } from '../support/programs/endcap.ts'

const test = suite('endcap as a program')

// the other suites run commands in their own process: this one shows that a shell gets the same
test('a shell gets the output and the exit code that a command has in the process of a test', () =>
  inFolder(async dataDir => {
    const grant = ['--account', 'acme', '--permission', 'Account_Admin']
    assert.is((await endcap(['keys', 'issue', ...grant], { DATA_DIR: dataDir })).code, 0)
    for (const [expected, folder, ...args] of [
      [0, dataDir, 'audit', '--json'],
      [1, `${dataDir}/none`, 'verify'],
      [2, dataDir, 'audit', '--campaign', '1'],
      [2, dataDir, 'backup'],
      [3, dataDir, 'audit', '--type', 'ClassicCampaignDeleted'],
    ] as const) {
      const started = await startedEndcap(args, { DATA_DIR: folder })
      assert.is(started.code, expected, `${args.join(' ')}: ${started.err}`)
      assert.match(expected === 0 ? started.out : started.err, /\S/)
      assert.equal(started, await endcap(args, { DATA_DIR: folder }))
    }
  }))

test('the help names every exit code that a script may meet', async () => {
  const { out } = await endcap(['--help'], {})
  const codes = out.slice(out.indexOf('The exit code is'))
  for (const code of [0, ...Object.values(exitCodes)]) assert.match(codes, `${code}`)
})

test.run()
