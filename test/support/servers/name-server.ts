import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const types = { 1: 'A', 28: 'AAAA' } as const

const bytesOf = (address: string): Buffer =>
  address.includes(':') ? Buffer.from(address.replaceAll(':', ''), 'hex') : Buffer.from(address.split('.').map(Number))

/** A response to a query with these addresses (IPv6 in full), or that there is no such name. */
const responseTo = (query: Buffer, question: Buffer, addresses: readonly string[] | undefined): Buffer => {
  const flags = addresses === undefined ? 0x8183 : 0x8180
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(flags, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses?.length ?? 0, 6)
  const records = (addresses ?? []).map(bytesOf).map(bytes => {
    // name: that of the question; type; class IN; valid for 0 s
    const type = bytes.length === 4 ? 1 : 28
    return Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes])
  })
  return Buffer.concat([header, question, ...records])
}

type Known = Readonly<Record<string, { readonly A?: readonly string[]; readonly AAAA?: readonly string[] }>>

/** A name server on loopback that knows these names; it never answers queries for those that begin with `silent`. */
export const startNameServer = async (known: Known = {}) => {
  const asked: string[] = []
  const socket = createSocket('udp4', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (; query[at] !== 0; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    const name = labels.join('.').toLowerCase()
    const type = types[query.readUInt16BE(at + 1) as keyof typeof types]
    asked.push(`${name} ${type}`)
    if (name.startsWith('silent')) return
    const addresses = known[name] && (known[name][type] ?? [])
    socket.send(responseTo(query, query.subarray(12, at + 5), addresses), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    /** For `byNameServers`. */
    servers: [`127.0.0.1:${socket.address().port}`],
    asked: asked as readonly string[],
    stop: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}
