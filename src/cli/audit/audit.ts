import { Command, Option } from 'commander'
import { auditReader } from '../../audit/reader.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { withLog } from '../with-stores.ts'
import { type AuditOptions, matching } from './criteria.ts'
import { explain } from './explain.ts'
import { type Format, formatOf } from './lines.ts'
import { say } from './say.ts'
import { scanning } from './scanning.ts'

type Options = AuditOptions & {
  readonly json?: boolean
  readonly csv?: boolean
  readonly follow?: boolean
  readonly explain?: string
}
type Wanted = (event: Recorded) => boolean

const follow = async ({ log }: Stores, after: bigint, wanted: Wanted, format: Format): Promise<void> => {
  const ended = Promise.withResolvers<void>()
  const subscription = log.subscribe({
    after,
    handle: async batch => {
      for (const event of batch) if (wanted(event)) await say(await format.line(event))
    },
    onError: ended.reject,
  })
  process.once('SIGINT', () => ended.resolve())
  process.once('SIGTERM', () => ended.resolve())
  await ended.promise
  await subscription.stop()
}

const events = async (stores: Stores, options: Options, wanted: Wanted): Promise<void> => {
  const format = formatOf(options, auditReader(stores))
  if (format.heading !== undefined) await say(format.heading)
  const scan = await scanning(stores.log, { printing: true })
  let last = 0n
  let found = 0
  const all = options.stream === undefined ? stores.log.readAll() : await stores.log.readStream(options.stream)
  for await (const event of all) {
    last = event.position
    scan.seen(event)
    if (!wanted(event)) continue
    found++
    await say(await format.line(event))
  }
  scan.end()
  if (options.follow) await follow(stores, last, wanted, format)
  else if (found === 0) console.error('No events match.')
}

const audit = async (options: Options): Promise<void> => {
  const { explain: id } = options
  const wanted = matching(options, new Date())
  await withLog(stores =>
    id === undefined ? events(stores, options, wanted) : explain(stores, id, options.json === true),
  )
}

const narrowing = ['account', 'campaign', 'stream', 'type', 'actor', 'operation', 'since', 'until']

/** `endcap audit`: lists matching events, or shows everything that one request caused. */
export const auditCommand = (): Command =>
  new Command('audit')
    .description('list events by account, campaign, stream, type, actor, operation and time')
    .option('--account <id>', 'only events of this account')
    .option('--campaign <idx>', 'only events of this retail campaign; requires --account')
    .option('--stream <name>', 'only events of this stream, for example approval-acme:12')
    .option('--type <name>', 'only events of this type, for example ApprovalRequested')
    .option('--actor <id>', 'only events by this actor: a key id, process:NAME, admin, cli or public')
    .option('--operation <id>', 'only events by this operation or process')
    .option('--since <time>', 'from this time: ISO 8601, a day (UTC), or an age such as 24h')
    .option('--until <time>', 'until this time')
    .option('--follow', 'keep printing new events until Ctrl-C')
    .addOption(
      new Option(
        '--explain <id>',
        'show what a request (traceId, or the trace id of its traceparent), a command or an event caused',
      ).conflicts([...narrowing, 'follow', 'csv']),
    )
    .option('--json', 'print one JSON event per line')
    .addOption(new Option('--csv', 'print CSV for spreadsheets').conflicts('json'))
    .action(audit)
