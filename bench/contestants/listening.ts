import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves on a free loopback port and tells the bench which; ends when the bench does. */
export const listening = (handle: RequestListener): void => {
  const server = createServer(handle)
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('disconnect', () => process.exit(0))
}
