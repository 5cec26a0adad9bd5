import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkedBlobs, filesWatch } from '../../src/node/checked-blobs.ts'
import { BlobDamaged, type Blobs } from '../../src/ports/blobs.ts'
import { memoryBlobs } from '../support/memory/blobs.ts'

const test = suite('blobs that are checked')
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Blobs of a node, with the parts of files that it has read. */
const opened = (stored: Blobs) => {
  const reads: string[] = []
  const counted: Blobs = {
    ...stored,
    open: (sha256, range) => {
      reads.push(range ? `${range.start} to ${range.end}` : 'all')
      return stored.open(sha256, range)
    },
  }
  return {
    blobs: checkedBlobs(
      counted,
      quiet,
      filesWatch(() => undefined),
    ),
    reads,
  }
}
const part = { start: 0, end: 1 }

test('of a file that a node has stored only the part is read that is asked for', async () => {
  const { blobs, reads } = opened(memoryBlobs(() => new Date(0)))
  const { sha256 } = await blobs.put(Readable.from([Buffer.from('rows')]))
  assert.is((await buffer(await blobs.open(sha256, part))).toString(), 'ro')
  assert.equal(reads, ['0 to 1'])
})

test('a file that another node has stored is hashed once', async () => {
  const stored = memoryBlobs(() => new Date(0))
  const { sha256 } = await stored.put(Buffer.from('rows'))
  const { blobs, reads } = opened(stored)
  for (let n = 0; n < 2; n++) await buffer(await blobs.open(sha256, part))
  assert.equal(reads, ['all', '0 to 1', '0 to 1'])
})

test('a file that has changed since it was stored is hashed again, and refused', async () => {
  const stored = memoryBlobs(() => new Date(0))
  let changed = false
  const { blobs } = opened({
    ...stored,
    stat: async sha256 => {
      const info = await stored.stat(sha256)
      return info && changed ? { ...info, modifiedAt: new Date(1) } : info
    },
    open: async (sha256, range) => (changed ? Readable.from([Buffer.from('rowz')]) : stored.open(sha256, range)),
  })
  const { sha256 } = await blobs.put(Buffer.from('rows'))
  changed = true
  const failure = await blobs.open(sha256, part).catch(error => error)
  assert.instance(failure, BlobDamaged)
})

test('other work runs while a large file that is read is hashed', async () => {
  const stored = memoryBlobs(() => new Date(0))
  const large = Buffer.alloc(4_000_000, 'rows')
  const { sha256 } = await stored.put(large)
  const { blobs } = opened(stored)
  let ran = false
  setImmediate(() => {
    ran = true
  })
  assert.ok((await blobs.read(sha256)).equals(large))
  assert.ok(ran, 'the work that was due')
})

test.run()
