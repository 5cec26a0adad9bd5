import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that no other process gets the port while its server is down. */
const [first, end] = [20_000, 32_000]

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A loopback port that is currently free. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(first, end)
    if (await isFree(port)) return port
  }
}
