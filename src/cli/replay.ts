import { Command } from 'commander'
import { projections } from '../../projections/projections.ts'
import { changesBetween, plainState } from '../audit/changes.ts'
import { aggregateOf } from '../domain/aggregates.ts'
import type { Recorded } from '../ports/event-log.ts'
import type { AnyProjection } from '../projection.ts'
import type { Stores } from '../stores.ts'
import { timeOf } from './audit/criteria.ts'
import { progressOf } from './progress.ts'
import { UserError } from './user-error.ts'
import { withStores } from './with-stores.ts'

type Options = {
  readonly at?: string
  readonly diff?: readonly string[]
  readonly view?: string
  readonly id?: string
  readonly json?: boolean
}
/** A moment in a stream's life: a revision, or a time. */
type Moment = (event: Recorded) => boolean

const momentOf = (text: string | undefined, now: Date): Moment => {
  if (text === undefined) return () => true
  if (/^\d{1,15}$/.test(text)) return event => event.revision <= Number(text)
  const until = timeOf(text, now, '--at')
  return event => Date.parse(event.metadata.at) <= until
}

const stateAt = (stream: string, events: readonly Recorded[], moment: Moment) => {
  const aggregate = aggregateOf(stream)
  if (!aggregate) throw new UserError(`This release knows no streams like ${stream}.`)
  const upTo = events.filter(moment)
  const last = upTo.at(-1)
  return {
    stream,
    revision: last?.revision ?? -1,
    at: last?.metadata.at ?? null,
    state: plainState(upTo.reduce((state, event) => aggregate.evolve(state, event), aggregate.initialState)),
  }
}

const shown = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value))

const replayStream = async (stores: Stores, stream: string, options: Options): Promise<string> => {
  const events = await stores.log.readStream(stream)
  if (events.length === 0) throw new UserError(`There is no stream ${stream}.`)
  const now = stores.clock.now()
  if (options.diff === undefined) return JSON.stringify(stateAt(stream, events, momentOf(options.at, now)), null, 2)
  const [a, b] = options.diff
  const [from, to] = [a, b].map(text => stateAt(stream, events, momentOf(text, now)).state)
  const changes = changesBetween(from, to)
  if (options.json) return JSON.stringify(changes, null, 2)
  if (changes.length === 0) return `Nothing in ${stream} differs between ${a} and ${b}.`
  return changes.map(change => `${change.path}: ${shown(change.from)} → ${shown(change.to)}`).join('\n')
}

const projectionNamed = (name: string): AnyProjection => {
  const found = projections.find(p => p.name === name)
  if (!found) throw new UserError(`There is no view ${name}. There are: ${projections.map(p => p.name).join(', ')}`)
  return found
}

/** The document of a view as it was then: the events that concern it, folded up to the moment. */
const replayDocument = async (stores: Stores, view: string, id: string, at: string | undefined): Promise<string> => {
  const projection = projectionNamed(view)
  const until = at === undefined ? Number.POSITIVE_INFINITY : timeOf(at, stores.clock.now(), '--at')
  const bar = progressOf('events', Number(await stores.log.head()))
  let document: unknown
  let last: Recorded | undefined
  for await (const event of stores.log.readAll({ prefixes: projection.categories.map(c => `${c}-`) })) {
    bar.step(Number(event.position), 'position')
    if (Date.parse(event.metadata.at) > until || projection.idOf(event) !== id) continue
    document = projection.evolve(document, event)
    last = event
  }
  bar.end()
  if (!last)
    throw new UserError(`No event concerned the document ${id} of ${view}${at === undefined ? '' : ` until ${at}`}.`)
  const { position, metadata } = last
  return JSON.stringify({ view, id, position: String(position), at: metadata.at, document: document ?? null }, null, 2)
}

const replay = (stream: string | undefined, options: Options) =>
  withStores(async stores => {
    const { view, id } = options
    if (stream !== undefined) return console.log(await replayStream(stores, stream, options))
    if (view === undefined || id === undefined)
      throw new UserError('replay takes a stream, or --view with --id; see endcap replay --help')
    console.log(await replayDocument(stores, view, id, options.at))
  })

/** `endcap replay`: the state of an aggregate, or a view's document, as it was. */
export const replayCommand = (): Command =>
  new Command('replay')
    .description('the state of a stream, or a document of a view, as it was at a time or revision')
    .argument('[stream]', 'for example activation-acme:12')
    .option('--at <when>', 'a revision, an ISO time, a day, or an age like 24h')
    .option('--diff <when...>', 'two of those: what changed between them')
    .option('--view <name>', 'a document of this view')
    .option('--id <id>', 'the id of that document')
    .option('--json', 'differences as JSON')
    .action(replay)
