import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free loopback port and sends it to the benchmark; exits with the benchmark. */
export const listening = (handle: RequestListener, options: ServerOptions = {}): void => {
  const server = createServer(options, handle)
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('disconnect', () => process.exit(0))
}
