import * as E from 'fp-ts/lib/Either.js'
import { documentsOf, heldBytes } from '../../projections/storage/held-bytes.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { binarySize } from '../domain/shared/wording.ts'
import { storageFull } from '../domain/storage/storage-full.ts'
import { keptBy } from '../engine/kept-by.ts'
import { parsed } from '../engine/read/documents.ts'
import type { Executed } from '../engine/write/execute.ts'
import type { BlobInfo } from '../ports/blobs.ts'
import type { Position } from '../ports/event-log.ts'
import type { Ports } from '../ports/ports.ts'

export type RoomPorts = Pick<Ports, 'config' | 'readModels'>

/** Bytes that a node stores, until the views count them. `position`: of the event that names the file, or later; undefined before it. */
type Uncounted = { readonly bytes: number; position?: Position }
/**
 * What a node stores for an account; `turn` ends when the last one has taken its room. `unnamed`: bytes of files that were stored for a
 * command that was then refused, because another change came first. No event names them, so nothing deletes them (ADR 0153).
 */
type Account = { readonly files: Set<Uncounted>; turn: Promise<void>; unnamed: number }

const accountsOf = keptBy(() => new Map<string, Account>())

/** Bytes that a node stores for an account before it waits for the views to count them, and for how long (ADR 0153). */
const mostUncounted = 100 * 1024 * 1024
const waitMs = 5_000

/** A file is not stored, for this reason. */
export class NotStored extends Error {
  override readonly name = 'NotStored'
  readonly rejection: Rejection
  constructor(why: Rejection) {
    super(why.detail)
    this.rejection = why
  }
}

const behind = rejection(
  'read-models-behind',
  `The account has stored more than ${binarySize(mostUncounted)} that the read models do not count yet.`,
  { retryAfter: 1 },
)

const bytesOf = (files: Iterable<{ readonly bytes: number }>): number =>
  Iterator.from(files).reduce((sum, { bytes }) => sum + bytes, 0)

/** Waits for the views if they lack much of what this node has stored for the account. */
const mustBeCounted = async (readModels: Ports['readModels'], files: Iterable<Uncounted>): Promise<void> => {
  const named = [...files].flatMap(({ bytes, position }) => (position === undefined ? [] : [{ bytes, position }]))
  if (bytesOf(named) <= mostUncounted) return
  const last = named.reduce((most, { position }) => (position > most ? position : most), 0n)
  if (!(await readModels.waitFor(last, waitMs))) throw new NotStored(behind)
}

/** The bytes that an account holds by the views, and by those of its files that they do not count yet. */
const heldBy = async (
  readModels: Ports['readModels'],
  accountId: string,
  { files, unnamed }: Account,
): Promise<number> => {
  // read first: documents that are read afterwards reflect it
  const counted = files.size === 0 ? undefined : await readModels.checkpoint(heldBytes)
  const stored = await readModels.getMany(heldBytes, documentsOf(accountId))
  for (const file of files) if (file.position !== undefined && file.position <= (counted ?? -1n)) files.delete(file)
  return bytesOf(stored.map(one => parsed(heldBytes, one))) + bytesOf(files) + unnamed
}

type Taking = {
  readonly accountId: string
  readonly account: Account
  readonly bytes: number
  readonly allowed: number
}

/** Takes the room of a file when those before it have taken theirs. */
const taken = async (readModels: Ports['readModels'], taking: Taking): Promise<Uncounted> => {
  const { account, accountId, bytes, allowed } = taking
  const file: Uncounted = { bytes }
  // not within the turn: when the views do not move, nobody waits longer than the others
  await mustBeCounted(readModels, account.files)
  const before = account.turn
  const { promise, resolve } = Promise.withResolvers<void>()
  account.turn = promise
  try {
    await before
    const full = storageFull({ held: await heldBy(readModels, accountId, account), needed: bytes, allowed })
    if (full) throw new NotStored(full)
    account.files.add(file)
    return file
  } finally {
    resolve()
  }
}

/** The room of the files that one event names, or of what leads to it. */
export type Room = {
  /** Takes room for a file; a put asks before it stores the file. Rejects with NotStored if the account has none. */
  mayStore(file: Pick<BlobInfo, 'size'>): Promise<void>
  /** What was appended to name them: their room is taken until the views count it. */
  recorded(done: Pick<Executed<unknown, unknown>, 'events' | 'position'>): void
}
/** `end` gives the room back unless the files were recorded, or are stored although the work was refused. */
type OpenRoom = Room & { end(isRefused: boolean): void }

const withoutLimit: OpenRoom = { mayStore: async () => undefined, recorded: () => undefined, end: () => undefined }

const accountOf = (readModels: Ports['readModels'], accountId: string): Account => {
  const accounts = accountsOf(readModels)
  const account = accounts.get(accountId) ?? { files: new Set(), turn: Promise.resolve(), unnamed: 0 }
  accounts.set(accountId, account)
  return account
}

const openRoom = ({ config, readModels }: RoomPorts, accountId: string): OpenRoom => {
  const { storageLimit: allowed = 'off' } = config
  if (allowed === 'off') return withoutLimit
  const account = accountOf(readModels, accountId)
  const files: Uncounted[] = []
  return {
    async mayStore({ size: bytes }) {
      files.push(await taken(readModels, { accountId, account, bytes, allowed }))
    },
    recorded({ events, position }) {
      if (events.length > 0) for (const file of files) file.position = position
    },
    end(isRefused) {
      for (const file of files) {
        if (file.position !== undefined) continue
        account.files.delete(file)
        if (isRefused) account.unnamed += file.bytes
      }
    },
  }
}

/**
 * Runs work that stores files of an account within STORAGE_LIMIT (HTTP-32). On one node an account never holds more than it may; ADR
 * 0153 says by how much several nodes can exceed it.
 */
export const withRoom = async <A>(
  ports: RoomPorts,
  accountId: string,
  work: (room: Room) => Promise<E.Either<Rejection, A>>,
): Promise<E.Either<Rejection, A>> => {
  const room = openRoom(ports, accountId)
  let isRefused = false
  try {
    const done = await work(room)
    isRefused = E.isLeft(done)
    return done
  } catch (error) {
    if (!(error instanceof NotStored)) throw error
    isRefused = true
    return E.left(error.rejection)
  } finally {
    room.end(isRefused)
  }
}
