import { Command, Option } from 'commander'
import { stringify } from 'csv-stringify/sync'
import { auditReader } from '../../audit/reader.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { ViewRef } from '../../ports/read-models.ts'
import { type SayingMany, sayingMany, tell } from '../say.ts'
import { mustBeViews } from '../views.ts'
import { exitCodes } from '../wrong-use.ts'
import { onView } from './on-view.ts'
import { shownDocument } from './shown-document.ts'

/** The documents of a view in the order of their ids, page by page. */
async function* documentsOf(stores: Stores, view: ViewRef) {
  const reader = auditReader(stores)
  for await (const stored of stores.readModels.all(view)) yield shownDocument(view, stored, reader)
}

const ndjson = async (stores: Stores, view: ViewRef, { say }: SayingMany): Promise<number> => {
  let count = 0
  for await (const document of documentsOf(stores, view)) {
    count++
    await say(JSON.stringify(document))
  }
  return count
}

/** Members that only some documents have are columns too, so the documents are read once for the columns. */
const columnsOf = async (stores: Stores, view: ViewRef): Promise<readonly string[]> => {
  const columns = new Set<string>()
  for await (const document of documentsOf(stores, view)) for (const name of Object.keys(document)) columns.add(name)
  return [...columns]
}

const cell = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const csv = async (stores: Stores, view: ViewRef, { say }: SayingMany): Promise<number> => {
  const columns = await columnsOf(stores, view)
  const line = (cells: readonly string[]) => stringify([[...cells]], { escape_formulas: true }).trimEnd()
  if (columns.length > 0) await say(line(columns))
  let count = 0
  for await (const document of documentsOf(stores, view)) {
    count++
    await say(line(columns.map(name => cell(document[name]))))
  }
  return count
}

const show = async (name: string, options: { readonly csv?: boolean }): Promise<void> => {
  await mustBeViews([name])
  return onView(name, async (stores, view) => {
    const out = sayingMany()
    const count = await (options.csv ? csv : ndjson)(stores, view, out)
    await out.flush()
    if (count > 0) return
    tell(`${name} has no documents.`)
    process.exitCode = exitCodes.nothing
  })
}

/** `endcap view`: the documents of a read model. Exit code 3 if there are none. */
export const viewCommand = (): Command =>
  new Command('view')
    .argument('<view>', 'its name, for example retail-campaigns')
    .option('--ndjson', 'print one JSON document per line (the default)')
    .option('--json', 'the same')
    .addOption(new Option('--csv', 'print CSV for spreadsheets').conflicts(['ndjson', 'json']))
    .action(show)
