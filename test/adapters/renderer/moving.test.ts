import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { timesOf } from '../../../src/adapters/renderer/encode.ts'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { blue, decoded, drawnBy, job, page, red, redThenBlue, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer; folder: string }>('renderer: animations')
test.before(async context => {
  context.renderer = await rendererFor()
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-video-'))
})
test.after(async ({ renderer, folder }) => {
  await renderer.close()
  await rm(folder, { recursive: true })
})

const hasFfmpeg = ['/usr/bin/ffmpeg', '/usr/bin/ffprobe'].every(existsSync)
if (!hasFfmpeg) console.log('ffmpeg is not installed: skipping checks of decoded videos')

/** A video decoded by ffmpeg: its stream, and its frames as red, green and blue. */
const decodedVideo = async (bytes: Buffer, folder: string) => {
  const file = join(folder, 'a.mp4')
  await writeFile(file, bytes)
  const probe = ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', file]
  const [stream] = JSON.parse(execFileSync('ffprobe', probe, { encoding: 'utf8' })).streams
  const { width, height, codec_name, r_frame_rate, duration, nb_read_frames } = stream
  const decode = ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const raw = execFileSync('ffmpeg', decode, { maxBuffer: 1e9 })
  const at = (frame: number, x: number, y: number): readonly number[] => {
    const from = ((frame * height + y) * width + x) * 3
    return [...raw.subarray(from, from + 3)]
  }
  return {
    width,
    height,
    codec: codec_name,
    rate: r_frame_rate,
    duration: Number(duration),
    frames: nb_read_frames,
    at,
  }
}
/** How often a GIF repeats after its first round, by the block that browsers read; 0: for ever; undefined: it does not. */
const repeatsIn = (gif: Buffer): number | undefined => {
  const block = gif.indexOf('NETSCAPE2.0')
  return block < 0 ? undefined : gif.readUInt16LE(block + 'NETSCAPE2.0'.length + 2)
}
const near = (seen: readonly number[], wanted: readonly number[]) =>
  assert.ok(
    seen.every((value, i) => Math.abs(value - (wanted[i] ?? 0)) <= 12),
    `${seen} is not near ${wanted}`,
  )

test('a video with more pixels than the encoder takes is rejected by name', async ({ renderer }) => {
  const [width, height, label] = [4096, 4096, 'spring / Wall 4096x4096']
  const result = await renderer.render(job({ html: redThenBlue, format: 'mp4', durationMs: 80, width, height, label }))
  const detail = `${label} would have 4096 x 4096 pixels; the limit is 16.7 million for a video`
  assert.equal(result, { code: 'too-large', detail })
})

test('frames of a gif are 100 ms apart, those of an mp4 40 ms, and the last is 1 ms before the end', () => {
  assert.equal(timesOf('gif', 500), [0, 100, 200, 300, 499])
  assert.equal(timesOf('mp4', 160), [0, 40, 80, 159])
  assert.equal(timesOf('png', 160), [159])
  assert.equal([timesOf('png', 0), timesOf('mp4', 0)], [[0], [0]])
})

test('a gif has ten frames per second, which differ where the page does', async ({ renderer }) => {
  const { bytes } = await drawnBy(renderer, job({ html: redThenBlue, format: 'gif', durationMs: 1000, scale: 2 }))
  const { delay } = await sharp(bytes, { pages: -1 }).metadata()
  const { width, height, frames, at } = await decoded(bytes)
  assert.equal([width, height, frames], [80, 60, 10])
  assert.equal(delay, Array(10).fill(100))
  const colours = Array.from({ length: frames }, (_, frame) => at(5, 5, frame))
  assert.equal(colours, [...Array(5).fill(red), ...Array(5).fill(blue)])
})

test('a gif of an ad unit without a duration shows all that moves, and of one that does not one frame', async ({
  renderer,
}) => {
  const moving = await decoded((await drawnBy(renderer, job({ html: redThenBlue, format: 'gif' }))).bytes)
  assert.equal([moving.frames, moving.at(5, 5, 4), moving.at(5, 5, 9)], [10, red, blue])
  const still = await decoded((await drawnBy(renderer, job({ html: page(''), format: 'gif' }))).bytes)
  assert.is(still.frames, 1)
})

test('a gif ends within 30 seconds after whole rounds, unless the node is set otherwise', async ({ renderer }) => {
  const roundsOf = async (drawing: Renderer, durationMs: number) => {
    const { bytes } = await drawnBy(drawing, job({ html: redThenBlue, format: 'gif', durationMs }))
    return repeatsIn(bytes)
  }
  assert.equal(
    [await roundsOf(renderer, 1000), await roundsOf(renderer, 14_000), await roundsOf(renderer, 16_000)],
    [29, 1, undefined],
  )
  for (const [gifMs, repeats] of [
    [0, 0],
    [5000, 4],
    [500, undefined],
  ] as const) {
    const other = await rendererFor({ gifMs })
    assert.is(await roundsOf(other, 1000).finally(other.close), repeats, `${gifMs}`)
  }
})

test('an mp4 is h264 with 25 frames per second, which differ where the page does', async ({ renderer, folder }) => {
  const { bytes } = await drawnBy(renderer, job({ html: redThenBlue, format: 'mp4', durationMs: 1000 }))
  assert.is(bytes.subarray(4, 8).toString(), 'ftyp')
  if (!hasFfmpeg) return
  const video = await decodedVideo(bytes, folder)
  assert.equal([video.codec, video.rate, video.frames, video.duration], ['h264', '25/1', '25', 1])
  assert.equal([video.width, video.height], [40, 30])
  for (const frame of [0, 12]) near(video.at(frame, 5, 5), red)
  for (const frame of [13, 24]) near(video.at(frame, 5, 5), blue)
})

test('an mp4 has even sides; the last column and row are repeated if necessary', async ({ renderer, folder }) => {
  if (!hasFfmpeg) return
  const html = page('body{background:#00f}', '')
  const odd = job({ html, width: 41, height: 31, format: 'mp4', durationMs: 80 })
  const video = await decodedVideo((await drawnBy(renderer, odd)).bytes, folder)
  assert.equal([video.width, video.height, video.frames], [42, 32, '2'])
  for (const [x, y] of [
    [0, 0],
    [41, 31],
    [41, 0],
    [0, 31],
  ] as const)
    near(video.at(1, x, y), blue)
})

test('concurrent videos each show their own page', async ({ renderer, folder }) => {
  if (!hasFfmpeg) return
  const shades = [0, 80, 160, 240]
  const drawn = await Promise.all(
    shades.map(shade => {
      const html = page(`body{background:rgb(${shade},0,${shade})}`)
      return drawnBy(renderer, job({ html, format: 'mp4', durationMs: 400 }))
    }),
  )
  for (const [i, { bytes }] of drawn.entries()) {
    const { at, frames } = await decodedVideo(bytes, folder)
    assert.is(frames, '10')
    near(at(9, 20, 15), [shades[i] ?? 0, 0, shades[i] ?? 0])
  }
})

test.run()
