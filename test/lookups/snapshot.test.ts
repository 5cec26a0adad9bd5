import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { othersFirst } from '../../src/engine/write/fold.ts'
import { snapshotReader } from '../../src/lookups/snapshot.ts'
import { campaign, creative } from '../support/examples/campaign.ts'

const text = (name: string): string =>
  JSON.stringify({
    campaign: campaign(),
    macroStyle: 'dsp',
    adServerName: 'DSP',
    mediaChannelName: '',
    units: [],
    creatives: [creative(name)],
  })
const bytesOfOne = text('a').length

const sized = (size: number) => async (sha256: string) => ({ sha256, size, modifiedAt: new Date(0) })

/** Blobs whose content is a snapshot with a creative of their name; a read waits until the test lets it go. */
const blobsOfNames = () => {
  const reads: string[] = []
  const go = Promise.withResolvers<void>()
  const read = async (name: string) => {
    reads.push(name)
    await go.promise
    if (name === 'gone' && reads.length === 1) throw new Error('the store is away')
    return Buffer.from(text(name))
  }
  return { blobs: { read, stat: sized(bytesOfOne) }, reads, go: () => go.resolve() }
}

test('a snapshot that many ask for is read once', async () => {
  const { blobs, reads, go } = blobsOfNames()
  const read = snapshotReader()
  const all = Array.from({ length: 20 }, () => read(blobs, 'a'))
  go()
  const [first, ...others] = await Promise.all(all)
  assert.is(first?.creatives.names[0], 'a')
  for (const other of others) assert.is(other, first)
  assert.is(await read(blobs, 'a'), first)
  assert.equal(reads, ['a'])
})

test('one that could not be read is read again', async () => {
  const { blobs, reads, go } = blobsOfNames()
  const read = snapshotReader()
  go()
  assert.match(String(await read(blobs, 'gone').catch(error => error)), 'the store is away')
  assert.is((await read(blobs, 'gone')).creatives.names[0], 'gone')
  assert.equal(reads, ['gone', 'gone'])
})

test('one that is larger than all that is kept is kept alone', async () => {
  const { blobs, reads, go } = blobsOfNames()
  const read = snapshotReader(bytesOfOne)
  go()
  for (const name of ['a', 'large', 'large', 'a']) await read(blobs, name)
  assert.equal(reads, ['a', 'large', 'a'])
})

test('two campaigns of 60 MB are kept beside each other', async () => {
  const large = Buffer.from(text('pot').replace('"dsp"', `"${'x'.repeat(60_000_000)}"`))
  const reads: string[] = []
  const read = snapshotReader()
  const blobs = {
    stat: sized(large.length),
    async read(name: string) {
      reads.push(name)
      return large
    },
  }
  for (const name of ['a', 'b', 'a', 'b']) await read(blobs, name)
  assert.equal(reads, ['a', 'b'])
})

test('of large campaigns, one of an account is read at a time, and nobody waits for those of another', async () => {
  const { reads, blobs, go } = blobsOfNames()
  const read = snapshotReader()
  const large = { ...blobs, stat: sized(60_000_000) }
  const all = [
    ...['a', 'b', 'c'].map(name => read(large, name, 'acme')),
    read(large, 'other', 'umbra'),
    read(blobs, 'small', 'acme'),
  ]
  await othersFirst()
  assert.equal(reads.toSorted(), ['a', 'other', 'small'])
  go()
  assert.equal(
    (await Promise.all(all)).map(({ creatives: { names } }) => names[0]),
    ['a', 'b', 'c', 'other', 'small'],
  )
})

test.run()
