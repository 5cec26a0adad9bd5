import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { warnOfFewFiles } from '../../src/node/open-files.ts'
import { ended } from '../support/programs/cli.ts'
import { skip } from '../support/servers/skip.ts'

const limitsOf = (most: string) =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${most.padEnd(20)} 1048576              files\n`

for (const [most, warnings] of [
  ['64', [64]],
  ['1023', [1023]],
  ['1024', []],
  ['unlimited', []],
] as const)
  test(`at most ${most} open files: ${warnings.length === 0 ? 'no warning' : 'a warning'}`, async () => {
    const heard: unknown[] = []
    await warnOfFewFiles({ warn: about => void heard.push((about as { limit: number }).limit) }, async () =>
      limitsOf(most),
    )
    assert.equal(heard, warnings)
  })

test('a system that does not say its limits: no warning', () =>
  warnOfFewFiles({ warn: () => assert.unreachable() }, async () => ''))

if (process.platform === 'linux')
  test('the limit of this system is found', async () => {
    const program = `
      import { warnOfFewFiles } from './src/node/open-files.ts'
      await warnOfFewFiles({ warn: ({ limit }) => console.log(limit) })`
    const limited = `ulimit -n 100; exec "$0" --input-type=module -e "$1"`
    const { code, out, err } = await ended('sh', ['-c', limited, process.execPath, program], {})
    assert.equal([code, out], [0, '100\n'], err)
  })
else skip('the limit of this system: it has no /proc')

test.run()
