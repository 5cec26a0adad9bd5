import { Command, Option } from 'commander'
import { documentChanges, replayDocument } from './replay/document.ts'
import { momentOf } from './replay/moment.ts'
import { type Asked, replayStream } from './replay/stream.ts'
import { say } from './say.ts'
import { endOf } from './times.ts'
import { mustBeViews } from './views.ts'
import { readingLog } from './with-stores.ts'
import { WrongUse } from './wrong-use.ts'

type Options = {
  readonly at?: string
  readonly diff?: readonly string[]
  readonly view?: string
  readonly id?: string
  readonly json?: boolean
}

/** The two ends of a difference, as typed. */
const endsOf = ([a, b, ...more]: readonly string[], what: string, example: string): readonly [string, string] => {
  if (a === undefined || b === undefined || more.length > 0)
    throw new WrongUse(`--diff needs two ${what}, for example --diff ${example}`)
  return [a, b]
}

const requestOf = ({ at, diff, json = false }: Options, now: Date): Asked => {
  if (diff === undefined) return { kind: 'state', at: momentOf(at, now, '--at') }
  const [a, b] = endsOf(diff, 'revisions or times', '0 3 or --diff 2026-11-20 2026-11-21')
  return { kind: 'difference', between: [momentOf(a, now, '--diff'), momentOf(b, now, '--diff')], json }
}

/** A stream as typed: `approval-acme:1`, or `approval-acme:1@3` as tables print it, with the revision behind it. */
const streamIn = (typed: string, options: Options): readonly [stream: string, options: Options] => {
  const at = typed.lastIndexOf('@')
  const [stream, revision] = [typed.slice(0, at), typed.slice(at + 1)]
  if (at < 1 || !/^\d{1,15}$/.test(revision)) return [typed, options]
  if (options.at !== undefined || options.diff !== undefined)
    throw new WrongUse('give a revision behind the stream, or --at or --diff, not both')
  return [stream, { ...options, at: revision }]
}

const replayView = async ({ at, diff, view, id, json = false }: Options, now: Date): Promise<void> => {
  if (view === undefined || id === undefined)
    throw new WrongUse('give a stream, or --view with --id; see endcap replay --help')
  const [projection] = await mustBeViews([view])
  if (projection === undefined) return
  const request = { projection, id }
  if (diff !== undefined) {
    const [a, b] = endsOf(diff, 'times', '2026-11-20 2026-11-21')
    const between = [endOf(a, now, '--diff'), endOf(b, now, '--diff')] as const
    return readingLog(async stores => say(await documentChanges(stores, request, between, json)))
  }
  const until = at === undefined ? Number.POSITIVE_INFINITY : endOf(at, now, '--at')
  return readingLog(async stores => say(await replayDocument(stores, request, until)))
}

const replay = async (typed: string | undefined, options: Options): Promise<void> => {
  const now = new Date()
  if (typed === undefined) return replayView(options, now)
  if (options.view !== undefined || options.id !== undefined)
    throw new WrongUse('give either a stream or --view, not both')
  const [stream, more] = streamIn(typed, options)
  const asked = requestOf(more, now)
  return readingLog(async stores => say(await replayStream(stores, stream, asked)))
}

/** `endcap replay`: the past state of an aggregate or of a view's document. Exit code 3 if there was none. */
export const replayCommand = (): Command =>
  new Command('replay')
    .argument('[stream]', 'for example activation-acme:12, or activation-acme:12@3 as tables print it')
    .option('--at <when>', 'a revision (of a stream), an ISO time, a day, or an age such as 24h; a day means its end')
    .addOption(new Option('--diff <when...>', 'show what changed between two revisions or times').conflicts('at'))
    .option('--view <name>', 'show a document of this view')
    .option('--id <id>', 'the id of the document')
    .option('--json', 'print differences as JSON; states are always JSON')
    .action(replay)
