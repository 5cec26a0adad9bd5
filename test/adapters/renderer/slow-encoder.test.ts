import { setTimeout as passed } from 'node:timers/promises'
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { attemptIn } from '../../../src/adapters/renderer/attempt.ts'
import type { VideoThreads } from '../../../src/adapters/renderer/mp4.ts'
import type { Held, Pages } from '../../../src/adapters/renderer/pages.ts'
import type { Chromium } from '../../../src/adapters/renderer/process/chromium.ts'
import type { Slot } from '../../../src/adapters/renderer/slot.ts'
import { job, page } from '../../support/rendering/rendering.ts'

/** How long a page may be silent, in milliseconds. */
const timeoutMs = 2_000

/** A page whose frames are there at once. */
const drawingAtOnce = async (): Promise<Slot> => {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  return {
    async draw({ durationMs = 0 }, timesFor, onFrame) {
      await onFrame(png)
      for (const _ of timesFor(durationMs).slice(1)) await onFrame()
      return { missing: [] }
    },
    ping: async () => {},
    close: async () => {},
    crash: async () => {},
    hasCrashed: () => false,
  }
}

const chromium = {
  pagesEnded: () => 0,
  gone: async () => undefined,
  during: <A>(work: Promise<A>) => work,
} as unknown as Chromium

const pagesWith = (slot: Slot): Pages => ({
  take: async (_, purpose) => ({ ...purpose, slot, chromium, jobs: 0 }) satisfies Held,
  end: async () => undefined,
  giveBack: async () => {},
  discard: async () => {},
})

const box = (type: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(8 + content.length)
  return Buffer.concat([length, Buffer.from(type), content])
}
/** An MP4 of parameters only: one set of them, of four bytes. */
const film = ['stbl', 'minf', 'mdia', 'trak', 'moov'].reduce(
  (content, type) => box(type, content),
  box(
    'stsd',
    Buffer.concat([
      Buffer.alloc(8),
      box(
        'avc1',
        Buffer.concat([Buffer.alloc(78), box('avcC', Buffer.from('0142000bffe1000467420ba601000468ce06f2', 'hex'))]),
      ),
    ]),
  ),
)

/** The encoder of a large film on a busy machine: its last work takes longer than a page may be silent. */
const slow: VideoThreads = {
  lend: (_, work) =>
    work({
      async ask(task) {
        if (task !== 'finish') return undefined
        await passed(timeoutMs + 100)
        return Uint8Array.from(film)
      },
      hasEnded: () => false,
      end: async () => {},
    }),
  close: async () => {},
}

test('a page is not blamed for the time that its frames take to become a file', async () => {
  const slot = await drawingAtOnce()
  const wanted = job({ html: page(''), format: 'mp4', durationMs: 1000 })
  const outcome = await attemptIn(chromium, wanted, { pages: pagesWith(slot), videos: slow, gifMs: 0, timeoutMs })
  assert.equal([outcome.is, 'failure' in outcome ? outcome.failure : undefined], ['made', undefined])
})

test.run()
