import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { skip } from '../support/servers/skip.ts'

/** Far more than it needs on a busy machine. */
const limitMs = 20 * 60_000
/** It says nothing while it asks, and the runner takes a file that says nothing for one that hangs. */
const noteMs = 60_000

const test = suite('responses that the OpenAPI document describes')
const program = process.env.SCHEMATHESIS

test('Schemathesis finds no other', async () => {
  // random cases are for a search by hand (ADR 0073), and a phase that the configuration turns off stays off
  const args = ['test/clients/fuzz.ts', program ?? '', '--exclude-tag', 'DSP', '--phases', 'examples,coverage']
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: limitMs })
  const noting = setInterval(() => console.log('Schemathesis is running'), noteMs)
  const [code] = await once(run, 'exit').finally(() => clearInterval(noting))
  assert.is(code, 0)
})

if (program) test.run()
else skip('responses that the OpenAPI document describes: SCHEMATHESIS does not name a program')
