import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Work } from '../../src/engine/write/execute.ts'
import { missingInLog } from '../../src/library/files-in-log.ts'
import { logo } from '../support/examples/assets.ts'

test('thousands of missing files are looked up in turns', async () => {
  let [running, most] = [0, 0]
  const load = async (_: unknown, id: string) => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    return { state: id.endsWith('7.png') ? logo : undefined, revision: 0 }
  }
  const paths = Array.from({ length: 3_000 }, (_, i) => `pot-${i}.png`)
  const missing = await missingInLog({ load: load as Work['load'] }, 'acme', paths)
  assert.equal(
    missing,
    paths.filter(path => !path.endsWith('7.png')),
  )
  assert.ok(most <= 500, `${most} at once`)
})

test.run()
