import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import yauzl from 'yauzl'
import { zipOf } from '../../../src/adapters/zip/yazl.ts'
import { zipNaming } from '../../../src/domain/exports/zip-names.ts'
import type { ZipEntry } from '../../../src/ports/zip.ts'

const entry = (name: string, content: Buffer | string, creativeName = 'Spring'): ZipEntry => ({
  name,
  bytes: Buffer.from(content),
  creativeName,
  adUnitId: 7,
  adUnitName: 'Hero',
  width: 300,
  height: 250,
})
async function* oneByOne(entries: readonly ZipEntry[]) {
  yield* entries
}
const zipped = (entries: readonly ZipEntry[]) => buffer(zipOf(oneByOne(entries)))

/** The entries that another program finds in a ZIP, in order; it rejects names with path traversal. */
const opened = async (zip: Buffer): Promise<ReadonlyMap<string, Buffer>> => {
  const fromBuffer = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)
  const file = await fromBuffer(zip, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true })
  const open = promisify(file.openReadStream.bind(file)) as (e: yauzl.Entry) => Promise<NodeJS.ReadableStream>
  const found = new Map<string, Buffer>()
  await new Promise<void>((resolve, reject) => {
    const read = async (e: yauzl.Entry) => {
      found.set(e.fileName, await buffer(await open(e)))
      file.readEntry()
    }
    file.on('entry', (e: yauzl.Entry) => read(e).catch(reject))
    file.once('end', resolve).once('error', reject)
    file.readEntry()
  })
  return found
}

const anyText = fc.string({ unit: 'binary', maxLength: 60 })
const anyFiles = fc
  .array(fc.record({ creativeName: anyText, adUnitName: anyText, content: fc.uint8Array({ maxLength: 400 }) }), {
    maxLength: 8,
  })
  .map(files => {
    const nameOf = zipNaming()
    const names = files.map(f => nameOf({ ...f, width: 300, height: 250, scale: 1, format: 'png' }))
    return files.map((f, i) => entry(names[i] ?? '', Buffer.from(f.content), f.creativeName))
  })

test('another program reads every file unchanged, whatever its name, and the manifest last', () =>
  fc.assert(
    fc.asyncProperty(anyFiles, async files => {
      const found = await opened(await zipped(files))
      assert.equal([...found.keys()], [...files.map(f => f.name), 'manifest.json'])
      for (const { name, bytes } of files) assert.ok(found.get(name)?.equals(bytes), name)
      for (const name of found.keys()) assert.not.ok(name.startsWith('/') || name.split('/').includes('..'))
    }),
    { numRuns: 40 },
  ))

test('the same files produce the same bytes, whenever and however slowly they arrive', () =>
  fc.assert(
    fc.asyncProperty(anyFiles, async files => {
      async function* slowly() {
        for (const file of files) {
          await new Promise(resolve => setImmediate(resolve))
          yield file
        }
      }
      assert.ok((await zipped(files)).equals(await buffer(zipOf(slowly()))))
    }),
    { numRuns: 20 },
  ))

test('the manifest has size, hash, creative and ad unit of each file', async () => {
  const content = Buffer.from('a picture')
  const found = await opened(await zipped([entry('Spring/Hero_300x250.png', content)]))
  assert.equal(JSON.parse(String(found.get('manifest.json'))), {
    files: [
      {
        name: 'Spring/Hero_300x250.png',
        creativeName: 'Spring',
        adUnitId: 7,
        adUnitName: 'Hero',
        width: 300,
        height: 250,
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ],
  })
})

test('a ZIP without files contains a manifest', async () =>
  assert.equal([...(await opened(await zipped([]))).keys()], ['manifest.json']))

test('if a file fails the ZIP ends with an error instead of looking complete', async () => {
  async function* breaking() {
    yield entry('a/a.png', 'a')
    throw new Error('the disk failed')
  }
  const broken = await buffer(zipOf(breaking())).then(
    () => undefined,
    (error: Error) => error.message,
  )
  assert.is(broken, 'the disk failed')
})

test('files are requested no faster than the ZIP is read, so that memory use stays constant', async () => {
  let produced = 0
  async function* many() {
    for (; produced < 500; produced++) yield entry(`a/${produced}.png`, Buffer.alloc(100_000, produced))
  }
  const zip = zipOf(many())
  let most = 0
  let read = 0
  for await (const chunk of zip) {
    read += (chunk as Buffer).length
    most = Math.max(most, produced * 100_000 - read)
    await new Promise(resolve => setImmediate(resolve))
  }
  assert.is(produced, 500)
  assert.ok(most < 5_000_000, `${most} bytes were in memory`)
})

test.run()
