import { glob, readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = new URL('../..', import.meta.url).pathname
/** `say.ts` writes out what a terminal would obey; `endcap.ts` reports that stdout itself failed. */
const mayPrint: readonly string[] = ['src/cli/say.ts', 'src/cli/endcap.ts']

test('the command line prints through one file, so that no name of a customer is obeyed by the terminal', async () => {
  const found: string[] = []
  for await (const file of glob('src/cli/**/*.ts', { cwd: root })) {
    const source = await readFile(`${root}${file}`, 'utf8')
    if (/\bconsole\.|process\.std(?:out|err)\.write/.test(source)) found.push(file)
  }
  assert.equal(found.toSorted(), mayPrint.toSorted())
})

test.run()
