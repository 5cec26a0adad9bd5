import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials, type ServiceError, status } from '@grpc/grpc-js'
import { appendCall } from './append-call.ts'
import { batchAppendCall } from './batch-append-call.ts'
import { failure, notLeader, unauthenticated } from './messages.ts'
import type { Order } from './order.ts'
import { type ReadCall, readCall } from './read-call.ts'
import { storedLog } from './stored-log.ts'
import { subscribeCall } from './subscribe-call.ts'

/** Runs in a separate process, so that a test can kill and halt it like a server. Arguments: log file, port, and admin's password if secured. */
const [file = '', port = '0', firstPassword = ''] = process.argv.slice(2)
let password = firstPassword
let isElecting = false
const log = storedLog(file)
const subscribers = new Set<() => void>()
const sockets = new Set<Socket>()
let losing: 'connection' | 'silence' | undefined
let slowMs = 0
/** Finite reads so far. */
let reads = 0
/** Calls for any number of appends so far. */
let batches = 0
let leader: number | undefined
let left = false
/** How long the last client that asked for the members would have waited, in milliseconds. */
let gossipMs: number | undefined

const later = (act: () => void) => (slowMs > 0 ? setTimeout(act, slowMs) : act())
const dropConnections = () => {
  for (const socket of sockets) socket.destroy()
}

const decided = (answer: () => void, isWritten: boolean) => {
  const lost = losing
  losing = undefined
  if (lost === 'connection') dropConnections()
  const indexed = () => {
    if (lost === undefined) later(answer)
    for (const appended of subscribers) appended()
  }
  const due = Date.now() + log.indexedAfter()
  // a timer may be some milliseconds early for the clock by which events can be read
  const whenDue = () => (Date.now() < due ? setTimeout(whenDue, due - Date.now()) : indexed())
  if (isWritten && log.indexedAfter() > 0) whenDue()
  else indexed()
}
const append = appendCall(log, decided)

const read = (call: ReadCall) => {
  const options = call.request.getOptions()
  if (options === undefined) return
  const fail = (error: unknown) => call.emit('error', error as Error)
  if (!options.hasSubscription()) reads++
  const done = options.hasSubscription() ? subscribeCall(log, subscribers, call, options) : readCall(log, call, options)
  done.catch(fail)
}

const members = () => {
  const info = new gossip.ClusterInfo()
  const member = new gossip.MemberInfo()
  const endPoint = new gossip.EndPoint()
  endPoint.setAddress('127.0.0.1')
  endPoint.setPort(leader ?? (listening.address() as { port: number }).port)
  member.setHttpEndPoint(endPoint)
  member.setIsAlive(true)
  member.setState(gossip.MemberInfo.VNodeState.LEADER)
  info.addMembers(member)
  return info
}

type Called = { readonly metadata: { get(key: string): unknown[] } }
const wantsLeader = (call: Called) => leader !== undefined && call.metadata.get('requires-leader')[0] === 'true'
const elsewhere = () => notLeader({ host: '127.0.0.1', port: leader ?? 0 })
const batchAppend = batchAppendCall(
  log,
  call => (isElecting ? 'nobody' : wantsLeader(call) ? elsewhere() : 'yes'),
  decided,
)
const admins = () => `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
/** Why a call is refused, if it is. */
const refusal = (call: Called) => {
  if (password !== '' && call.metadata.get('authorization')[0] !== admins()) return unauthenticated()
  if (isElecting) return failure(status.UNKNOWN, 'No leader info available in response')
  return wantsLeader(call) ? elsewhere() : undefined
}

const grpc = new Server()
grpc.addService(streamsGrpc.StreamsService, {
  append: (call: Parameters<typeof append>[0], callback: Parameters<typeof append>[1]) => {
    const refused = refusal(call)
    if (refused === undefined) append(call, callback)
    else callback(refused)
  },
  batchAppend: (call: Parameters<typeof batchAppend>[0]) => {
    batches++
    const refused = refusal(call)
    if (refused === undefined) batchAppend(call)
    else call.emit('error', refused)
  },
  read: (call: ReadCall) => {
    const refused = refusal(call)
    if (refused === undefined) later(() => read(call))
    else call.emit('error', refused)
  },
})
grpc.addService(featuresGrpc.ServerFeaturesService, {
  getSupportedMethods: (_: unknown, callback: (error: null, supported: features.SupportedMethods) => void) => {
    const method = new features.SupportedMethod()
    method.setServiceName('event_store.client.streams.Streams')
    method.setMethodName('batchappend')
    const supported = new features.SupportedMethods()
    supported.setEventStoreServerVersion('23.10.6')
    supported.addMethods(method)
    callback(null, supported)
  },
})
grpc.addService(gossipGrpc.GossipService, {
  read: (call: { getDeadline(): Date | number }, callback: (error: ServiceError | null, info?: unknown) => void) => {
    gossipMs = Number(call.getDeadline()) - Date.now()
    if (!left) return callback(null, members())
    callback(failure(status.UNAVAILABLE, 'Server Is Not Ready'))
    setImmediate(dropConnections)
  },
})
const pem = (name: string) => readFileSync(new URL(`./tls/${name}.pem`, import.meta.url))
const secured = () =>
  ServerCredentials.createSsl(null, [{ private_key: pem('key'), cert_chain: pem('certificate') }], false)
const injector = grpc.createConnectionInjector(password === '' ? ServerCredentials.createInsecure() : secured())
const listening = createServer(socket => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  injector.injectConnection(socket)
})
listening.listen(Number(port), '127.0.0.1', () => {
  process.send?.({ listening: (listening.address() as { port: number }).port })
})

process.on('message', (message: Order) => {
  if (message.order === 'drop connections') dropConnections()
  if (message.order === 'lose next answer') losing = message.how
  if (message.order === 'slow down') slowMs = message.ms
  if (message.order === 'index later') log.indexLater(message.ms)
  if (message.order === 'leave cluster') left = true
  if (message.order === 'follow') leader = message.leader
  if (message.order === 'elect') isElecting = message.on
  if (message.order === 'change password') password = message.to
  if (message.order === 'truncate') log.truncate(message.stream, message.before)
  if (message.order === 'tombstone') {
    log.tombstone(message.stream)
    for (const appended of subscribers) appended()
  }
  process.send?.({ subscriptions: subscribers.size, reads, batches, gossipMs })
})
process.on('disconnect', () => process.exit(0))
