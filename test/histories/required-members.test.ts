import { readFile, writeFile } from 'node:fs/promises'
import * as t from 'io-ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Definitions, resolvedRef, schemaOf } from '../../src/codec/json-schema.ts'
import { aggregates } from '../support/given/aggregates.ts'
import { historiesFolder } from '../support/given/histories.ts'

/** What an event promises to releases that read it: its version, and the members that it always has, as paths. */
type Promised = { readonly version: number; readonly members: readonly string[] }
type Kept = Readonly<Record<string, Promised>>
type Fact = t.Mixed & { readonly props: { readonly type: t.LiteralC<string>; readonly data: t.Mixed } }

const factsIn = (codec: t.Mixed): readonly Fact[] =>
  codec instanceof t.UnionType ? codec.types.flatMap(factsIn) : [codec as Fact]

/** The members that every value of a schema has, those of members that are objects included. */
const alwaysIn = (codec: t.Mixed): readonly string[] => {
  const definitions: Definitions = new Map()
  const within = (schema: ReturnType<typeof schemaOf>, at: string): readonly string[] => {
    const { required = [], properties = {} } = resolvedRef(schema, definitions)
    return (required as string[]).flatMap(name => [
      `${at}${name}`,
      ...within((properties as Record<string, typeof schema>)[name] ?? {}, `${at}${name}.`),
    ])
  }
  return within(schemaOf(codec, definitions), '').toSorted()
}

const written: Kept = Object.fromEntries(
  aggregates
    .flatMap(aggregate => factsIn(aggregate.events))
    .map(fact => [
      fact.props.type.value,
      { version: 'version' in fact ? (fact.version as number) : 1, members: alwaysIn(fact.props.data) },
    ]),
)
const file = `${historiesFolder}required-members.json`
const kept: Kept = JSON.parse(await readFile(file, 'utf8'))

/** What a release before misses in the events of this one. */
const missed = Object.entries(kept).flatMap(([type, { version, members }]) => {
  const now = written[type]
  if (now === undefined || now.version < version) return [`${type} of version ${version}`]
  return now.version > version ? [] : members.filter(m => !now.members.includes(m)).map(m => `${type}: ${m}`)
})

test('releases before find every member that they require, or another version (ADR 0157)', () =>
  assert.equal(missed, [], 'raise the version of the event, and that of each view that reads it'))

test('new events and members are recorded: UPDATE_SNAPSHOT=1 npm test -- required-members', async () => {
  const sorted = Object.fromEntries(Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1)))
  if (process.env.UPDATE_SNAPSHOT && missed.length === 0) await writeFile(file, `${JSON.stringify(sorted, null, 1)}\n`)
  else assert.equal(kept, sorted)
})

test.run()
