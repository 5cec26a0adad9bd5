import { openRenderer } from '../../../src/adapters/renderer/chromium.ts'
import { drawnBy, job, redThenBlue } from '../rendering/rendering.ts'

// A process that has drawn a picture and a video, says so, and closes its renderer when it is told to.
const renderer = await openRenderer({ pages: 2 })
await Promise.all([
  drawnBy(renderer, job({ html: redThenBlue })),
  drawnBy(renderer, job({ html: redThenBlue, format: 'mp4', durationMs: 400 })),
])
process.once('message', async () => {
  await renderer.close()
  process.disconnect()
})
process.send?.('drawn')
