import { randomInt } from 'node:crypto'
import { createServer, type ListenOptions } from 'node:net'

/** Below the ephemeral range, so that no other process gets the port while its server is down. */
const [first, end] = [20_000, 32_000]

const listening = (options: ListenOptions) =>
  new Promise<ReturnType<typeof createServer> | undefined>(resolve => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(options, () => resolve(server))
  })

const isFree = async (port: number): Promise<boolean> => {
  const server = await listening({ port, host: '127.0.0.1' })
  if (server) await new Promise(resolve => server.close(resolve))
  return server !== undefined
}

/**
 * Takes a port for this process as long as it lives, so that no other lane is given it before its server listens, or while that is down. A
 * name in the abstract namespace of Linux is nobody else's, and gone with the process; other systems have none.
 */
const isTaken = async (port: number): Promise<boolean> => {
  if (process.platform !== 'linux') return true
  const held = await listening({ path: `\0endcap-test-port-${port}` })
  held?.unref()
  return held !== undefined
}

/** A loopback port that is currently free, and given to no other test of this machine. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(first, end)
    if ((await isTaken(port)) && (await isFree(port))) return port
  }
}
