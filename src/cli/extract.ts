import { rm } from 'node:fs/promises'
import { Command } from 'commander'
import { openBlobs } from '../adapters/blobs/open-blobs.ts'
import { readSealKeys } from '../adapters/secrets/seal-keys.ts'
import { type ExtractedFile, type Manifest, signedManifest } from '../audit/extract/manifest.ts'
import { type Selected, type Selection, selectEvents } from '../audit/extract/select-events.ts'
import { sealOf } from '../audit/seal.ts'
import type { Config } from '../node/config/read-config.ts'
import type { Stores } from '../node/stores/open-stores.ts'
import { BlobMissing } from '../ports/blobs.ts'
import type { ChainLink } from '../ports/chain.ts'
import { scanning } from './audit/scanning.ts'
import { copied, newFile, newFolder, writeManifest } from './extract/write-folder.ts'
import { keysIn } from './keys/list.ts'
import { progressOf } from './progress.ts'
import { print } from './say.ts'
import { chained } from './seal/chained.ts'
import { withRing } from './secrets/with-ring.ts'
import { endOf, startOf } from './times.ts'
import { UserError } from './user-error.ts'
import { configured } from './with-stores.ts'
import { exitCodes, WrongUse } from './wrong-use.ts'

type Options = {
  readonly account: string
  readonly from?: string
  readonly to?: string
  readonly out: string
  readonly json?: boolean
}

/** The selected times. A day as `--to` includes that day. */
const selectionOf = ({ account, ...options }: Options, now: Date): Selection => {
  const from = options.from === undefined ? Number.NEGATIVE_INFINITY : startOf(options.from, now, '--from')
  const to = options.to === undefined ? Number.POSITIVE_INFINITY : endOf(options.to, now, '--to')
  if (from > to) throw new WrongUse('--from is later than --to: no events can match')
  return { account, from, to }
}

const extractedEvents = async (stores: Stores, link: ChainLink, selection: Selection, out: string) => {
  const [events, hashes] = [newFile(out, 'events.ndjson'), newFile(out, 'hashes.txt')]
  const scan = await scanning(stores.log)
  const into = { events: events.lines, hashes: hashes.lines }
  const selected = await selectEvents(stores.log, link, selection, into, scan.scanned).finally(scan.end)
  return { selected, files: [await events.end(), await hashes.end()] }
}

/** Copies the files that the events name. Those that the store lacks are `missing`. */
const extractedBlobs = async (config: Config, { blobs: named }: Selected, out: string) => {
  const { blobs, close } = await openBlobs(config)
  const bar = progressOf('files', named.size)
  const files: ExtractedFile[] = []
  const missing: string[] = []
  try {
    for (const sha256 of named) {
      const body = await blobs.open(sha256).catch(error => {
        if (!(error instanceof BlobMissing)) throw error
        missing.push(sha256)
      })
      if (body) files.push(await copied(out, `files/${sha256}`, body))
      bar.step(files.length + missing.length, '')
    }
  } finally {
    bar.end()
    close()
  }
  return { files, missing }
}

/** The API keys that the events name as their actors, without anything secret. */
const extractedKeys = async (stores: Stores, { actors }: Selected, out: string): Promise<ExtractedFile> => {
  const file = newFile(out, 'keys.ndjson')
  for (const key of await keysIn(stores)) if (actors.has(key.keyId)) await file.lines([JSON.stringify(key)])
  return file.end()
}

const timeIn = (ms: number): string | undefined => (Number.isFinite(ms) ? new Date(ms).toISOString() : undefined)

const extract = async (options: Options): Promise<void> => {
  const { out } = options
  const selection = selectionOf(options, new Date())
  await withRing(
    async (ring, stores) => {
      const signing = await readSealKeys(ring, stores.secretStore)
      const link = await chained(stores)
      await newFolder(out)
      const { selected, files } = await extractedEvents(stores, link, selection, out)
      if (selected.link.head !== link.head)
        throw new UserError('the log does not match its hash chain, so nothing can be proved: endcap verify says where')
      if (selected.events === 0) {
        await rm(out, { recursive: true })
        throw new UserError('No events match.', { exitCode: exitCodes.nothing })
      }
      const ofBlobs = await extractedBlobs(configured(), selected, out)
      const keys = await extractedKeys(stores, selected, out)
      const [from, to] = [timeIn(selection.from), timeIn(selection.to)]
      const now = stores.clock.now()
      const manifest: Manifest = signedManifest(
        {
          format: 1,
          account: selection.account,
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          madeAt: now.toISOString(),
          events: selected.events,
          chain: { events: selected.before.events, head: selected.before.head },
          files: [...files, keys, ...ofBlobs.files],
          missing: ofBlobs.missing,
          seal: sealOf(stores.log.id, link, now, signing),
        },
        signing,
      )
      await writeManifest(out, manifest)
      const sums = { events: selected.events, files: ofBlobs.files.length, missing: ofBlobs.missing.length }
      const shown = `${out}: ${sums.events} events and ${sums.files} files; ${sums.missing} files are missing`
      print(options.json ? JSON.stringify({ ...sums, out }) : shown)
    },
    { isReading: true },
  )
}

/** `endcap extract`: the events of an account, with what proves that they are as they were written. */
export const extractCommand = (): Command =>
  new Command('extract')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--out <folder>', 'created if missing; must be empty')
    .option('--from <time>', 'from this time: ISO 8601, a day (UTC), or an age such as 24h')
    .option('--to <time>', 'up to this time; a day, minute or second is included')
    .option('--json', 'print {events, files, missing, out}')
    .action(extract)
