import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const logger = new URL('../../src/node/logger.ts', import.meta.url).href
const hostile = 'Acme\u009b2J\u202e\u2066'
const script = `
const { openLogLines } = await import('${logger}')
const lines = openLogLines('info')
lines.logger.warn({ err: new Error(${JSON.stringify(hostile)}) }, ${JSON.stringify(hostile)})
await lines.close()`

test('a log that is read in a terminal erases nothing, and has the same values', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  assert.not.match(stdout, /[\u0080-\u009f\u202a-\u202e\u2066-\u2069]/)
  const { msg, err } = JSON.parse(stdout)
  assert.equal([msg, err.message], [hostile, hostile])
})

test.run()
