import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { marksHere, viewsForReading } from '../../../src/adapters/embedded/reading/views-for-reading.ts'
import { openViews } from '../../../src/adapters/read-models/sqlite/schema.ts'
import { FileFault, notBuilt, removed } from '../../../src/adapters/sqlite/file-fault.ts'
import { inFolder } from '../../support/memory/secrets.ts'

const test = suite('a reading thread that starts while views.db is being removed')
const view = { name: 'notes', version: 1 }

const codeOf = (read: () => unknown): string => {
  try {
    return `no fault: ${JSON.stringify(read())}`
  } catch (error) {
    assert.instance(error, FileFault)
    return (error as FileFault).code
  }
}

for (const [state, spoil] of [
  ['with all its files gone', () => undefined],
  // what had been written was in views.db-wal
  ['with its last writes gone', (path: string) => new Database(path).exec('CREATE TABLE other (id)').close()],
] as const)
  test(`${state} says so, and reads the file that is made instead`, () =>
    inFolder(async folder => {
      const path = join(folder, 'views.db')
      spoil(path)
      const { reads, close } = viewsForReading(folder)
      const marks = marksHere(folder)
      assert.is(
        codeOf(() => reads.get(view, 'a')),
        removed,
      )
      assert.is(marks.of(view), undefined)
      rmSync(path, { force: true })
      const written = openViews(path, { id: 'log', head: () => 0, idAt: () => undefined }, 1_000)
      assert.is(
        codeOf(() => reads.get(view, 'a')),
        notBuilt,
      )
      written.close()
      marks.close()
      close()
    }))

test.run()
