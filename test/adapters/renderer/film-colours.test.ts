import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer } from '../../../src/ports/renderer.ts'
import { decoded, drawnBy, job, page, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('renderer: colours of films (ADR 0178)')
test.before(async context => {
  context.renderer = await rendererFor()
})
test.after(({ renderer }) => renderer.close())

const shades = ['#da291c', '#00a03c', '#0033a0'] as const
const html = page(
  'div{float:left;width:33.3%;height:100vh}',
  shades.map(shade => `<div style="background:${shade}"></div>`).join(''),
)
const sizes = [
  { width: 120, height: 80 },
  { width: 300, height: 600 },
  { width: 1280, height: 720 },
] as const
const numbersOf = (shade: string) => [1, 3, 5].map(at => Number.parseInt(shade.slice(at, at + 2), 16))

for (const size of sizes)
  test(`a browser shows a film of ${size.width}x${size.height} in the colours of its page`, async ({ renderer }) => {
    const film = await drawnBy(renderer, job({ html, ...size, format: 'mp4', durationMs: 80 }))
    const source = `data:video/mp4;base64,${film.bytes.toString('base64')}`
    const shown = page('video{display:block}', `<video src="${source}" autoplay muted></video>`)
    const { at } = await decoded((await drawnBy(renderer, job({ html: shown, ...size, durationMs: 40 }))).bytes)
    for (const [i, shade] of shades.entries()) {
      const seen = at(Math.floor(((i + 0.5) * size.width) / 3), size.height / 2)
      const isNear = seen.every((value, k) => Math.abs(value - (numbersOf(shade)[k] ?? 0)) <= 5)
      assert.ok(isNear, `${seen} is not ${shade} (${numbersOf(shade)})`)
    }
  })

const hasFfmpeg = ['/usr/bin/ffmpeg', '/usr/bin/ffprobe'].every(existsSync)
if (!hasFfmpeg) console.log('ffmpeg is not installed: skipping checks of decoded videos')

test('the parameters of H.264 say the colours like the MP4, for players that read only them', async ({ renderer }) => {
  if (!hasFfmpeg) return
  const folder = await mkdtemp(join(tmpdir(), 'endcap-film-'))
  try {
    const [film, stream] = [join(folder, 'film.mp4'), join(folder, 'film.h264')]
    const { bytes } = await drawnBy(renderer, job({ html, ...sizes[0], format: 'mp4', durationMs: 200 }))
    await writeFile(film, bytes)
    execFileSync('ffmpeg', ['-v', 'error', '-i', film, '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', stream])
    const asked = 'color_range,color_space,color_transfer,color_primaries'
    for (const file of [film, stream]) {
      const probe = ['-v', 'error', '-count_frames', '-show_entries', `stream=nb_read_frames,${asked}`, '-of', 'json']
      const [said] = JSON.parse(execFileSync('ffprobe', [...probe, file], { encoding: 'utf8' })).streams
      assert.equal(said, {
        color_range: 'tv',
        color_space: 'smpte170m',
        color_transfer: 'iec61966-2-1',
        color_primaries: 'bt709',
        nb_read_frames: '5',
      })
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.run()
