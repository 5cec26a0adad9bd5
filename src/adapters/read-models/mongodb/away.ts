import { MongoError, MongoErrorLabel, MongoNetworkError, MongoServerError, MongoSystemError } from 'mongodb'

/** Codes of broken sockets, which the driver may pass on unchanged. */
const ofSockets = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED'])

/** Names of errors while the client is closed, be it to reconnect. The last two are of operations that had begun before. */
const whileClosed = new Set([
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoExpiredSessionError',
])

/**
 * What a member answers that is not the primary any more, or ends, or cannot reach another one. It is labelled for writes that may be
 * repeated only, not for reads, deletions of many documents and indexes.
 */
const ofElections = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])
const labels = [MongoErrorLabel.RetryableWriteError, MongoErrorLabel.SystemOverloadedError]

const unauthorized = 13
const authenticationFailed = 18

const isOfServer = (error: MongoServerError): boolean =>
  ofElections.has(Number(error.code)) || labels.some(label => error.hasErrorLabel(label))

/** Why the credentials are of no use (any more); the text of the server may quote the command. */
const ofCredentials = (error: unknown): string | undefined => {
  if (!(error instanceof MongoServerError)) return undefined
  if (error.code === unauthorized) return 'the user may not read or write the database'
  if (isOfServer(error)) return undefined
  // providers have codes of their own for it
  const isRejected = error.code === authenticationFailed || error.hasErrorLabel(MongoErrorLabel.HandshakeError)
  return isRejected ? 'the credentials were rejected' : undefined
}

/** Whether the server is unavailable or stepping down, as opposed to rejecting the request. */
const isAway = (error: unknown): error is Error =>
  (error instanceof Error && 'code' in error && ofSockets.has(String(error.code))) ||
  error instanceof MongoNetworkError ||
  error instanceof MongoSystemError ||
  (error instanceof MongoError && whileClosed.has(error.name)) ||
  (error instanceof MongoServerError && isOfServer(error))

/** Why the server counts as unavailable after this error; undefined: it rejects the request. Messages may contain hosts, but no credentials. */
export const reasonAway = (error: unknown): string | undefined =>
  ofCredentials(error) ?? (isAway(error) ? error.message : undefined)

/** Waiting for it helps less than saying so: nobody listens at the address, its name is unknown, or the credentials are wrong. */
export const isForOperators = (reason: string): boolean =>
  /ECONNREFUSED|ENOTFOUND|^the credentials were rejected$|^the user may not/.test(reason)
