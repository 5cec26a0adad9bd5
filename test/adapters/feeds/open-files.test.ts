import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sampleFeed } from '../../../src/adapters/feeds/sample-feed.ts'

const row = JSON.stringify({ sku: 'pot', text: 'x'.repeat(1_000) })
const feeds = {
  csv: `sku,text\n${`pot,${'x'.repeat(1_000)}\n`.repeat(2_000)}`,
  json: `[${Array.from({ length: 2_000 }, () => row).join()}]`,
  xml: `<rows>${`<row><sku>pot</sku><text>${'x'.repeat(1_000)}</text></row>`.repeat(2_000)}</rows>`,
} as const

test('a feed of which only the first rows are read leaves no open file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-open-files-'))
  // a file that is closed while its link is read is none of them
  const fileOf = (fd: string) => readlink(`/proc/self/fd/${fd}`).catch(() => '')
  const openFiles = async () =>
    (await Promise.all((await readdir('/proc/self/fd')).map(fileOf))).filter(file => file.startsWith(folder))
  try {
    for (const contentType of ['csv', 'json', 'xml'] as const) {
      const path = join(folder, contentType)
      await writeFile(path, feeds[contentType])
      const { sample } = await sampleFeed({ path, format: { contentType }, config: {} }, true)
      assert.equal([Object.keys(sample), await openFiles()], [['sku', 'text'], []], contentType)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.run()
