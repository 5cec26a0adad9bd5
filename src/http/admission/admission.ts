import { Readable } from 'node:stream'
import type { Check, EndcapContext } from '../context.ts'
import type { HttpResponse } from '../response/http-response.ts'
import { type Refusal, refusal, refuse } from '../response/refuse.ts'
import { addressOf } from '../security/client-address.ts'
import { type BytesInFlight, bytesInFlight, type Hold, type Holder } from './bytes-in-flight.ts'

/** Answers up to this size wait in the buffers of the operating system, unless they wait behind another one. */
const smallAnswer = 262_144
/** What a stream has read while its answer waits behind another one. */
const piecesOfStream = 131_072

/**
 * Bytes of uploads on the disk of a node before they are stored or refused, and what one account may have of them: ten of the largest files.
 * STORAGE_LIMIT is asked only when a file has arrived, and a slow client holds it for minutes (HTTP-20).
 */
const mostUploading = 16 * 1024 ** 3
const shareOfUploads = 1 / 8

const overloaded: Refusal = {
  ...refusal(
    'overloaded',
    'The node, or this account on it, has as many bytes of requests and responses in flight as it may. Retry.',
  ),
  headers: { 'Retry-After': '1' },
}

/** Decides which requests and answers a node has room for (HTTP-20). */
export type Admission = {
  /** Runs work on a request with the hold of its body. */
  holding<A>(ctx: EndcapContext, work: (hold: Hold) => Promise<A>): Promise<A>
  /** The same for what it writes to the disk. */
  uploading<A>(ctx: EndcapContext, work: (hold: Hold) => Promise<A>): Promise<A>
  /** Refuses a request that there is no room for. */
  refuse(ctx: EndcapContext): never
  /** Counts large answers, and those that wait behind others, until they are sent; refuses those of queries that there is no room for. */
  readonly answers: Check
}

/** One account may take at most this share of all, and so may all public requests, so that there is always room for others. */
const shareOfOne = 0.5
/** What one address may take of it with public requests. */
const shareOfAddress = 0.25

/**
 * The account or organisation of the path; where it names none, the accounts of the key. A second key gives no more room, and paths without
 * an account give none besides.
 */
const holdersOfKey = ({ state }: EndcapContext): readonly [Holder, ...Holder[]] => {
  const { accountId, orgId } = (state.params ?? {}) as { readonly accountId?: string; readonly orgId?: string }
  const { id, accounts } = state.caller
  const named = accountId ?? orgId
  const [first = id, ...others] = named !== undefined ? [named] : accounts === '*' ? [] : accounts
  const holder = (name: string): Holder => ({ name, share: shareOfOne })
  return [holder(first), ...others.map(holder)]
}

const everybody: Holder = { name: 'public', share: shareOfOne }

/**
 * Whose bytes a request holds. Those of public requests never count for an account, whose own requests a stranger could stop
 * otherwise.
 */
const holdersOf = (ctx: EndcapContext, proxies: number): readonly [Holder, ...Holder[]] => {
  const { route } = ctx.state
  if (route !== undefined && route.row.permission !== 'public') return holdersOfKey(ctx)
  return [everybody, { name: `address/${addressOf(ctx.req, proxies)}`, share: shareOfAddress }]
}

/** The bytes that the node holds for an answer; those of a stream that is sent are not worth counting. */
const heldFor = (body: HttpResponse['body'] | undefined, isBehind: boolean): number => {
  if (body === undefined) return 0
  if (body instanceof Readable) return isBehind ? piecesOfStream : 0
  return isBehind || body.length > smallAnswer ? body.length : 0
}

const released = async <A>(hold: Hold, work: (hold: Hold) => Promise<A>): Promise<A> => {
  try {
    return await work(hold)
  } finally {
    hold.release()
  }
}

/** `proxies`: as many are in front of the node. `report` gets the bytes in flight when it asks for them, and each refusal. */
export const openAdmission = (
  {
    bound,
    proxies,
    uploadBound = mostUploading,
  }: { readonly bound: number; readonly proxies: number; readonly uploadBound?: number | undefined },
  report: { inFlight(total: BytesInFlight['total']): void; overloaded(): void },
): Admission => {
  const bytes = bytesInFlight(bound)
  const uploads = bytesInFlight(uploadBound)
  report.inFlight(bytes.total)
  const refused = (ctx: EndcapContext): never => {
    report.overloaded()
    return refuse(ctx, overloaded)
  }
  return {
    refuse: refused,
    holding: (ctx, work) => released(bytes.hold(...holdersOf(ctx, proxies)), work),
    uploading: (ctx, work) => {
      const [first, ...others] = holdersOf(ctx, proxies)
      const onDisk = ({ name }: Holder): Holder => ({ name, share: shareOfUploads })
      return released(uploads.hold(onDisk(first), ...others.map(onDisk)), work)
    },
    answers: ctx => {
      // without a socket it was requested ahead, and waits until the answers before it are sent
      const body = ctx.state.response?.body
      const size = heldFor(body, ctx.res.socket === null)
      if (size === 0) return
      // a client that hung up meanwhile is sent nothing, and no further event would release the bytes
      if (ctx.res.closed) return
      const hold = bytes.hold(...holdersOf(ctx, proxies))
      // a command has run: its answer is sent
      const isAdmitted = hold.resizeOrAlone(size) || ctx.method !== 'GET'
      if (!isAdmitted) {
        if (body instanceof Readable) body.destroy()
        refused(ctx)
      }
      ctx.res.once('close', hold.release)
    },
  }
}
