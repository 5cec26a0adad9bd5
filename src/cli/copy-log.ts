import { Command } from 'commander'
import { lostSecrets } from '../adapters/secrets/lost-secrets.ts'
import { CopyFailed, compareLogs } from '../audit/compare-logs.ts'
import { copyLog } from '../audit/copy-log.ts'
import { copySecrets, missingSecrets } from '../audit/copy-secrets.ts'
import { firstAfter } from '../engine/read/first-after.ts'
import type { EventLog, Position, Recorded } from '../ports/event-log.ts'
import { StoreAway } from '../ports/store-away.ts'
import { shortStream } from './audit/table.ts'
import { type End, openEnd } from './copy-log/ends.ts'
import { progressOf } from './progress.ts'
import { print, tell } from './say.ts'
import { secretsElsewhere } from './secrets-elsewhere.ts'
import { UserError } from './user-error.ts'
import { configured } from './with-stores.ts'
import { WrongUse } from './wrong-use.ts'

type Options = { readonly from: string; readonly to: string; readonly json?: boolean }

/** What `copy-log --json` prints. */
type Copied = {
  /** Events in both logs. */
  readonly events: number
  /** Events written by this run. */
  readonly written: number
  readonly secretsWritten: number
  /** The source grew during the copy; running the command again copies the rest. */
  readonly grown: boolean
}

type Work = (from: EventLog, to: EventLog, until: Position, onEvent: (event: Recorded) => void) => Promise<number>

const shown = async (title: string, work: Work, from: EventLog, to: EventLog, until: Position): Promise<number> => {
  const bar = progressOf(title, Number(until))
  try {
    return await work(from, to, until, ({ position, stream, revision }) =>
      bar.step(Number(position), `${shortStream(stream)}@${revision}`),
    )
  } finally {
    bar.end()
  }
}

const copy = async (from: End, to: End): Promise<Copied> => {
  if (from.log.id === to.log.id) throw new WrongUse('--from and --to are the same log')
  const separateSecrets = from.secretsIn !== to.secretsIn
  // fail before anything is written
  if (separateSecrets) await missingSecrets(from.secrets, to.secrets)
  const until = await from.log.head()
  const written = await shown('copying', copyLog, from.log, to.log, until)
  const secretsWritten = separateSecrets ? await copySecrets(from.secrets, to.secrets) : 0
  const events = await shown('comparing', compareLogs, from.log, to.log, until)
  return { events, written, secretsWritten, grown: (await firstAfter(from.log, until)) !== undefined }
}

const summary = (from: End, to: End, { events, written, secretsWritten }: Copied): string =>
  [
    `${from.name} → ${to.name}: ${written} events and ${secretsWritten} secrets written.`,
    `Both logs hold the same ${events} events.`,
  ].join('\n')

/** Turns errors of the stores into UserErrors. */
const asUserError = (error: unknown): unknown => {
  if (error instanceof CopyFailed) return new UserError(`not copied: ${error.message}`)
  if (error instanceof StoreAway) return new UserError(`${error.message}; run the same command again to resume`)
  return error
}

const copied = async ({ from: fromUrl, to: toUrl, json }: Options): Promise<void> => {
  const config = configured()
  const ends: End[] = []
  try {
    for (const [url, mustExist] of [
      [fromUrl, true],
      [toUrl, false],
    ] as const)
      ends.push(await openEnd(url, config, { mustExist }))
    const [from, to] = ends as [End, End]
    const result = await copy(from, to)
    await to.finish()
    print(json ? JSON.stringify(result) : summary(from, to, result))
    if (result.grown)
      tell('The source grew during the copy: stop its nodes, then run the same command again to copy the rest.')
    if ((await lostSecrets(to.log, to.secrets)).length > 0) tell(`${to.name} lacks ${secretsElsewhere}`)
    tell('Not copied: files (BLOB_URL) and SECRETS_KEY. The nodes of the target need the same ones.')
  } catch (error) {
    throw asUserError(error)
  } finally {
    for (const end of ends) await end.close()
  }
}

/** `endcap copy-log`: copies a log and its secrets from one kind of store to another. */
export const copyLogCommand = (): Command =>
  new Command('copy-log')
    .requiredOption('--from <url>', 'sqlite:PATH, or esdb://… with MONGODB_URL and STREAM_PREFIX')
    .requiredOption('--to <url>', 'same forms; must be empty, or hold what an earlier run copied')
    .option('--json', 'print {events, written, secretsWritten, grown}')
    .action(copied)
