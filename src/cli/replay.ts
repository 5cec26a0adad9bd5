import { Command, Option } from 'commander'
import { timeOf } from './audit/criteria.ts'
import { say } from './audit/say.ts'
import { projectionNamed, replayDocument } from './replay/document.ts'
import { momentOf } from './replay/moment.ts'
import { type Asked, replayStream } from './replay/stream.ts'
import { UserError } from './user-error.ts'
import { withLog } from './with-stores.ts'

type Options = {
  readonly at?: string
  readonly diff?: readonly string[]
  readonly view?: string
  readonly id?: string
  readonly json?: boolean
}

const requestOf = ({ at, diff, json = false }: Options, now: Date): Asked => {
  if (diff === undefined) return { kind: 'state', at: momentOf(at, now, '--at') }
  const [a, b, ...more] = diff
  if (a === undefined || b === undefined || more.length > 0)
    throw new UserError('--diff needs two revisions or times, for example --diff 0 3 or --diff 2026-11-20 2026-11-21')
  return { kind: 'difference', between: [momentOf(a, now, '--diff'), momentOf(b, now, '--diff')], json }
}

const replay = async (stream: string | undefined, options: Options): Promise<void> => {
  const { view, id, at } = options
  const now = new Date()
  if (stream !== undefined) {
    if (view !== undefined || id !== undefined) throw new UserError('give either a stream or --view, not both')
    const asked = requestOf(options, now)
    return withLog(async stores => say(await replayStream(stores, stream, asked)))
  }
  if (view === undefined || id === undefined)
    throw new UserError('give a stream, or --view with --id; see endcap replay --help')
  const projection = projectionNamed(view)
  const until = at === undefined ? Number.POSITIVE_INFINITY : timeOf(at, now, '--at')
  return withLog(async stores => say(await replayDocument(stores, { projection, id, until })))
}

/** `endcap replay`: the past state of an aggregate or of a view's document. */
export const replayCommand = (): Command =>
  new Command('replay')
    .description('show the state of a stream, or a document of a view, at a time or revision')
    .argument('[stream]', 'for example activation-acme:12')
    .option('--at <when>', 'a revision (of a stream), an ISO time, a day, or an age such as 24h')
    .addOption(
      new Option('--diff <when...>', 'show what changed between two revisions or times').conflicts(['at', 'view']),
    )
    .option('--view <name>', 'show a document of this view')
    .option('--id <id>', 'the id of the document')
    .option('--json', 'print differences as JSON; states are always JSON')
    .action(replay)
