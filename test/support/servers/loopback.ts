import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free loopback port that responds with `handle` and counts its requests. */
export const loopback = async (handle: (request: IncomingMessage, response: ServerResponse) => void) => {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    seen,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An XML response of `bytes`, written as fast as the reader accepts it. */
export const endlessXml = (response: ServerResponse, bytes: number): void => {
  const line = Buffer.from(`<Contents><Key>${'k'.repeat(1000)}</Key><Size>1</Size></Contents>`)
  let left = bytes
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.write('<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>')
  const more = () => {
    while (left > 0) {
      left -= line.length
      if (!response.write(line)) return void response.once('drain', more)
    }
    response.end('</ListBucketResult>')
  }
  more()
}
