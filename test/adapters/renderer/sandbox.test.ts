import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandLineOf } from '../../../src/adapters/renderer/process/processes.ts'
import { chromiumsOf, groupOf, isLinux, pagesOf, statusOf } from '../../support/rendering/chromium-processes.ts'
import { drawnBy, job, page, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite('renderer: rights of Chromium')
const isRoot = process.getuid?.() === 0
const withSandbox = isLinux && process.env.CHROMIUM_NO_SANDBOX !== '1' ? test : test.skip
const asRoot = isLinux && isRoot ? test : test.skip

const running = async (options: Parameters<typeof rendererFor>[0], look: () => void) => {
  const renderer = await rendererFor(options)
  await drawnBy(renderer, job({ html: page('', '<script>1</script>') }))
  try {
    look()
  } finally {
    await renderer.close()
  }
}

withSandbox('pages run in the sandbox: system calls are filtered, in namespaces of their own', () =>
  running({}, () => {
    const [chromium] = chromiumsOf(process.pid)
    const pages = pagesOf(chromium!)
    assert.ok(pages.length > 0, 'no page was running, so the test would prove nothing')
    for (const one of pages) {
      assert.is(statusOf(one, 'Seccomp'), '2')
      assert.ok(statusOf(one, 'NSpid').split(/\s+/).length > 1, 'the page sees the processes of the machine')
    }
    assert.not(commandLineOf(chromium!.pid).includes('--no-sandbox'))
  }),
)

for (const noSandbox of [false, true])
  (noSandbox ? asRoot : isRoot ? withSandbox : test.skip)(
    `a node of root starts Chromium as a user without rights${noSandbox ? ', without the sandbox, too' : ''}`,
    () =>
      running({ noSandbox }, () => {
        const [chromium] = chromiumsOf(process.pid)
        const processes = groupOf(chromium!)
        assert.ok(processes.length > 3)
        for (const one of processes) {
          assert.equal(statusOf(one, 'Uid').split(/\s+/), Array(4).fill('65534'))
          assert.equal(statusOf(one, 'Groups'), '')
        }
        // those below it have rights in namespaces of their own only
        assert.is(Number.parseInt(statusOf(chromium!, 'CapPrm'), 16), 0, 'it has rights of root')
        assert.is(commandLineOf(chromium!.pid).includes('--no-sandbox'), noSandbox)
      }),
  )

test.run()
