import { Command, Option } from 'commander'
import { auditReader } from '../../audit/reader.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { Position } from '../../ports/event-log.ts'
import { type SayingMany, sayingMany, tell } from '../say.ts'
import { readingLog } from '../with-stores.ts'
import { exitCodes } from '../wrong-use.ts'
import { matching, positionIn } from './criteria.ts'
import { explain } from './explain.ts'
import { eventsToRead, type Finder, openFinder, type Search } from './find.ts'
import { mustBeType } from './known-type.ts'
import { formatOf } from './lines.ts'
import { scanning } from './scanning.ts'

type Options = Search & {
  readonly after?: string
  readonly json?: boolean
  readonly csv?: boolean
  readonly follow?: boolean
  readonly explain?: string
}

const follow = async (
  { log }: Stores,
  after: Position,
  { filter, print }: Finder,
  { flush }: SayingMany,
): Promise<void> => {
  const ended = Promise.withResolvers<void>()
  const subscription = log.subscribe({
    after,
    ...(filter.streams ? { streams: filter.streams } : {}),
    ...(filter.prefixes ? { prefixes: filter.prefixes } : {}),
    handle: async batch => {
      for (const event of batch) await print(event)
      await flush()
    },
    onError: ended.reject,
  })
  process.once('SIGINT', () => ended.resolve())
  process.once('SIGTERM', () => ended.resolve())
  await ended.promise
  await subscription.stop()
}

const events = async (stores: Stores, options: Options, now: Date): Promise<void> => {
  const reader = auditReader(stores)
  const format = formatOf(options, reader)
  const out = sayingMany()
  const finder = await openFinder(stores, options, { format, reader, say: out.say }, now)
  if (format.heading !== undefined) await out.say(format.heading)
  const scan = await scanning(stores.log, { printing: true })
  const after = positionIn(options.after)
  let last = after
  let found = 0
  const onScanned = async (position: Position) => {
    if (position > last) last = position
    scan.scanned(position)
    await out.flush()
  }
  try {
    for await (const event of eventsToRead(stores.log, options, after, finder.filter, onScanned)) {
      last = event.position
      if (await finder.print(event)) found++
    }
    await out.flush()
  } finally {
    scan.end()
  }
  if (options.follow) return follow(stores, last, finder, out)
  if (found > 0) return
  tell('No events match.')
  process.exitCode = exitCodes.nothing
}

const audit = async (options: Options): Promise<void> => {
  const { explain: id } = options
  const now = new Date()
  // wrong use is reported before a store is opened
  matching(options, now, new Set())
  positionIn(options.after)
  if (options.type !== undefined) mustBeType(options.type)
  await readingLog(stores =>
    id === undefined ? events(stores, options, now) : explain(stores, id, options.json === true),
  )
}

const narrowing = [
  'account',
  'campaign',
  'stream',
  'type',
  'actor',
  'key',
  'person',
  'operation',
  'correlation',
] as const
const explaining = new Option(
  '--explain <id>',
  'show what a request (Endcap-Trace or traceId, or the trace id of its traceparent), a command or an event caused',
).conflicts([...narrowing, 'since', 'until', 'after', 'follow', 'csv'])

/** `endcap audit`: lists matching events, or shows everything that one request caused. Exit code 3 if nothing matches. */
export const auditCommand = (): Command =>
  new Command('audit')
    .option('--account <id>', 'only events of this account')
    .option(
      '--campaign <idx>',
      'only events of this retail campaign, its media plans and its asset sources; requires --account',
    )
    .option('--stream <name>', 'only events of this stream, for example approval-acme:12')
    .option('--type <name>', 'only events of this type, for example ApprovalRequested')
    .option('--actor <id>', 'only events by this actor: a key id, process:NAME, admin, cli or public')
    .option('--key <id>', 'only events by this API key, and those of the key itself')
    .option('--person <who>', 'only events about a person: a mail address or a name')
    .option('--operation <id>', 'only events by this operation or process')
    .option('--correlation <id>', 'only events of this request: its Endcap-Trace or traceId')
    .option('--since <time>', 'from this time: ISO 8601, a day (UTC), or an age such as 24h')
    .option('--until <time>', 'until this time; a day, minute or second is included')
    .option('--after <position>', 'only events after this position, as --json prints it')
    .option('--follow', 'keep printing new events until Ctrl-C')
    .addOption(explaining)
    .option('--json', 'print one JSON event per line')
    .addOption(new Option('--csv', 'print CSV for spreadsheets').conflicts('json'))
    .action(audit)
