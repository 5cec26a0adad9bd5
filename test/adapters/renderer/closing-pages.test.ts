import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Started, startChromium } from '../../../src/adapters/renderer/process/start.ts'
import type { Logger } from '../../../src/ports/logger.ts'
import { inTime } from '../../support/waiting/in-time.ts'

type Context = { lines: string[]; chromium: Started }
const test = suite<Context>('renderer: pages that close')
test.before(async context => {
  context.lines = []
  const note = (_: object, message: string) => void context.lines.push(message)
  const log: Logger = { debug: () => undefined, info: () => undefined, warn: note, error: note }
  context.chromium = await startChromium({ log, noSandbox: process.env.CHROMIUM_NO_SANDBOX === '1' })
})
test.after(({ chromium }) => chromium.end())

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
