import { drawnBy, job, redThenBlue, rendererFor } from '../rendering/rendering.ts'

// A process that renders an image and a video, reports it, and closes its renderer on request. Its argument is the
// DATA_DIR; without one it has a temporary folder of its own.
const [dataDir] = process.argv.slice(2)
const renderer = await rendererFor(dataDir === undefined ? {} : { dataDir })
await Promise.all([
  drawnBy(renderer, job({ html: redThenBlue })),
  drawnBy(renderer, job({ html: redThenBlue, format: 'mp4', durationMs: 400 })),
])
process.once('message', async () => {
  await renderer.close()
  process.disconnect()
})
process.send?.('drawn')
