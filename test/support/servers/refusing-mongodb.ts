import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'

/** The code and text of an error. */
export type Refusal = { readonly code: number; readonly errmsg: string }

/** A server that speaks MongoDB's wire protocol, keeps nothing, and refuses commands as a test says. */
export type RefusingMongo = {
  /** With credentials that it accepts. */
  readonly url: string
  /** From now on it answers these commands so; undefined: it accepts all. */
  refuse(refusal: Refusal | undefined, commands?: (name: string, command: Document) => boolean): void
  /** Closes all connections; new ones are accepted. */
  dropConnections(): void
  /** The commands that it has received, the driver's own not counted. */
  readonly received: readonly Document[]
  /** How often a client has tried to log in. */
  logins(): number
  close(): Promise<void>
}

const opcodes = { reply: 1, query: 2004, message: 2013 }
const ofDriver = new Set(['hello', 'ismaster', 'saslstart', 'endsessions', 'ping'])

const framed = (opcode: number, to: number, parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(16)
  for (const [i, value] of [body.length + 16, 1, to, opcode].entries()) head.writeInt32LE(value, 4 * i)
  return Buffer.concat([head, body])
}

/** The command in a message; the driver shakes hands by the older kind. */
const commandIn = (message: Buffer): Document => {
  if (message.readInt32LE(12) === opcodes.message)
    return BSON.deserialize(message.subarray(21, 21 + message.readInt32LE(21)))
  const start = message.indexOf(0, 20) + 9
  return BSON.deserialize(message.subarray(start))
}
const answered = (message: Buffer, answer: Document): Buffer => {
  const [to, document] = [message.readInt32LE(4), BSON.serialize(answer)]
  if (message.readInt32LE(12) === opcodes.message) return framed(opcodes.message, to, [Buffer.alloc(5), document])
  const head = Buffer.alloc(20)
  head.writeInt32LE(8, 0)
  head.writeInt32LE(1, 16)
  return framed(opcodes.reply, to, [head, document])
}

/** Starts it on a free local port, as the primary of a replica set. */
export const startRefusingMongo = async (): Promise<RefusingMongo> => {
  const sockets = new Set<Socket>()
  const received: Document[] = []
  let refusal: Refusal | undefined
  let isRefused = (_: string, __: Document) => true
  let logins = 0

  const hello = (port: number): Document => ({
    ...{ ok: 1, isWritablePrimary: true, setName: 'rs', setVersion: 1, hosts: [`127.0.0.1:${port}`], helloOk: true },
    ...{ me: `127.0.0.1:${port}`, primary: `127.0.0.1:${port}`, minWireVersion: 0, maxWireVersion: 21 },
    ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
    ...{ logicalSessionTimeoutMinutes: 30, localTime: new Date() },
  })
  const answerTo = (command: Document, port: number): Document => {
    const name = String(Object.keys(command)[0])
    if (!ofDriver.has(name.toLowerCase())) received.push(command)
    if (name === 'saslStart') logins++
    if (refusal && isRefused(name, command)) return { ok: 0, ...refusal }
    if (/^(?:hello|ismaster)$/i.test(name)) return hello(port)
    if (name === 'saslStart') return { ok: 1, conversationId: 1, done: true, payload: new BSON.Binary(Buffer.alloc(0)) }
    const cursor = { id: BSON.Long.ZERO, ns: `endcap.${command[name]}`, firstBatch: [] }
    return { ok: 1, n: 0, nModified: 0, value: null, cursor }
  }
  const server = createServer(socket => {
    sockets.add(socket)
    let rest = Buffer.alloc(0)
    socket.on('data', chunk => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0))
        rest = rest.subarray(message.length)
        socket.write(answered(message, answerTo(commandIn(message), socket.localPort ?? 0)))
      }
    })
    socket.on('close', () => sockets.delete(socket))
    // the client is gone
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `mongodb://endcap:secret-word@127.0.0.1:${port}/endcap?replicaSet=rs&authMechanism=PLAIN&authSource=$external`,
    received,
    logins: () => logins,
    refuse: (what, commands = (name: string) => !/^(?:hello|ismaster)$/i.test(name)) => {
      refusal = what
      isRefused = commands
    },
    dropConnections,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      dropConnections()
      await closed
    },
  }
}
