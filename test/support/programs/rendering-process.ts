import { drawnBy, job, redThenBlue, rendererFor } from '../rendering/rendering.ts'

// A process that renders an image and a video, reports it, and closes its renderer on request.
const renderer = await rendererFor()
await Promise.all([
  drawnBy(renderer, job({ html: redThenBlue })),
  drawnBy(renderer, job({ html: redThenBlue, format: 'mp4', durationMs: 400 })),
])
process.once('message', async () => {
  await renderer.close()
  process.disconnect()
})
process.send?.('drawn')
