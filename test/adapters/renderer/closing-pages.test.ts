import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openChromiumFolders } from '../../../src/adapters/renderer/process/folders.ts'
import { type Started, startChromium } from '../../../src/adapters/renderer/process/start.ts'
import type { Logger } from '../../../src/ports/logger.ts'
import { inTime } from '../../support/waiting/in-time.ts'

type Context = { dataDir: string; lines: string[]; chromium: Started; close(): void }
const test = suite<Context>('renderer: pages that close')
test.before(async context => {
  context.dataDir = await mkdtemp(join(tmpdir(), 'endcap-closing-'))
  context.lines = []
  const note = (_: object, message: string) => void context.lines.push(message)
  const log: Logger = { debug: () => undefined, info: () => undefined, warn: note, error: note }
  const folders = await openChromiumFolders(context.dataDir, log)
  context.close = folders.close
  context.chromium = await startChromium({ folders, log, noSandbox: process.env.CHROMIUM_NO_SANDBOX === '1' })
})
test.after(async ({ chromium, close, dataDir }) => {
  await chromium.end()
  close()
  // what is left of Chromium may still write as it ends
  await rm(dataDir, { recursive: true, maxRetries: 5 })
})

test('what a page still answers while it closes does not end the process, and is handled', async ({
  chromium: { browser },
  lines,
}) => {
  for (let round = 0; round < 20; round++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const asked = Array.from({ length: 60 }, () => page.evaluateHandle(() => document.createElement('div')))
    const settled = Promise.allSettled(asked)
    await asked[round * 2]
    await inTime('the page to close', context.close())
    await inTime('its answers', settled)
  }
  assert.equal(lines, [])
})

test.run()
