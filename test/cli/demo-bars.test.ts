import { Writable } from 'node:stream'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openNext } from '../../examples/demo/open-next.ts'
import { shows, underBar } from '../../examples/demo/step-bars.ts'

const test = suite('bars of the demo')

/** What is written to a stream that is no terminal. */
const written = async (work: (out: NodeJS.WriteStream) => Promise<unknown>): Promise<string> => {
  let text = ''
  const out = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  await work(out as NodeJS.WriteStream).catch(() => undefined)
  return text
}

test('a step has one bar, whatever works it consists of, and is full at its end', async () => {
  const lines = await written(out =>
    underBar(
      'templates',
      async () => {
        shows('of a page', 50)
        shows('of a PDF', 50)
        shows('of a page', 100)
      },
      2,
      out,
    ),
  )
  assert.is(lines, 'templates: 25/100 %\ntemplates: 50/100 %\ntemplates: 75/100 %\ntemplates: 100/100 %\n')
})

test('a step that fails is not shown as done', async () => {
  const failing = async () => {
    shows('activation', 30)
    throw new Error('no')
  }
  assert.is(await written(out => underBar('activation', failing, 1, out)), 'activation: 30/100 %\n')
})

test('the summary names what to open next, and how to keep the service running', () => {
  const lines = openNext('/out', false).join('\n')
  assert.match(lines, 'file:///out/contact-sheet.png')
  assert.match(lines, '--serve')
  assert.not.match(openNext('/out', true).join('\n'), '--serve')
})

test.run()
