import { once } from 'node:events'
import { Command } from 'commander'
import { causationTree } from '../../audit/causation.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Stores } from '../../stores.ts'
import { progressOf } from '../progress.ts'
import { withStores } from '../with-stores.ts'
import { type AuditOptions, matching } from './criteria.ts'
import { explained, storyOf } from './explain.ts'
import { type Format, formatOf } from './lines.ts'

type Options = AuditOptions & {
  readonly json?: boolean
  readonly csv?: boolean
  readonly follow?: boolean
  readonly explain?: string
}

/** Writes a line, and waits while whoever reads it is slow. */
const say = async (line: string): Promise<void> => {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

/** Tells how far a scan of the log is. */
const scanning = async (stores: Stores) => {
  const bar = progressOf('events', Number(await stores.log.head()))
  let scanned = 0
  return {
    seen: ({ position }: Recorded) => {
      scanned++
      if (scanned % 1_000 === 0) bar.step(Number(position), `position, ${scanned} events`)
    },
    end: () => bar.end(),
  }
}

const events = async (stores: Stores, options: Options, format: Format): Promise<void> => {
  const wanted = matching(options, stores.clock.now())
  if (format.heading !== undefined) await say(format.heading)
  const scan = await scanning(stores)
  let last = 0n
  const all = options.stream === undefined ? stores.log.readAll() : await stores.log.readStream(options.stream)
  for await (const event of all) {
    last = event.position
    scan.seen(event)
    if (wanted(event)) await say(await format.line(event))
  }
  scan.end()
  if (!options.follow) return
  const ended = Promise.withResolvers<void>()
  const subscription = stores.log.subscribe({
    after: last,
    handle: async batch => {
      for (const event of batch) if (wanted(event)) await say(await format.line(event))
    },
    onError: ended.reject,
  })
  process.once('SIGINT', () => ended.resolve())
  process.once('SIGTERM', () => ended.resolve())
  process.stdout.once('error', () => ended.resolve())
  await ended.promise
  await subscription.stop()
}

const explain = async (stores: Stores, id: string, json: boolean): Promise<void> => {
  const scan = await scanning(stores)
  const story = await storyOf(stores.log, id, scan.seen)
  scan.end()
  const bigintAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  await say(json ? JSON.stringify(causationTree(story), bigintAsText) : explained(story))
}

/** `endcap audit`: the events that were asked for, or the tree of what one request led to. */
export const auditCommand = (): Command =>
  new Command('audit')
    .description('what happened: events by account, campaign, stream, type, actor, operation and time')
    .option('--account <id>', 'of this account')
    .option('--campaign <idx>', 'of this retail campaign; with --account')
    .option('--stream <name>', 'of this stream, for example approval-acme:12')
    .option('--type <name>', 'of this type, for example ApprovalRequested')
    .option('--actor <id>', 'by this key, approver or process')
    .option('--operation <id>', 'by this operation or process')
    .option('--since <time>', 'from this time on: ISO, a day, or an age like 24h')
    .option('--until <time>', 'up to this time')
    .option('--follow', 'go on with what happens from now on, until Ctrl-C')
    .option('--explain <id>', 'draw what one request, command or event led to')
    .option('--json', 'one event a line as JSON')
    .option('--csv', 'CSV for a spreadsheet')
    .action((options: Options) =>
      withStores(stores =>
        options.explain === undefined
          ? events(stores, options, formatOf(options, stores.secrets))
          : explain(stores, options.explain, options.json === true),
      ),
    )
