import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Work } from '../../src/engine/write/execute.ts'
import { filesInLog } from '../../src/library/files-in-log.ts'
import { libraryFile, libraryFiles } from '../../src/library/library-files.ts'
import type { ReadModels } from '../../src/ports/read-models.ts'

const [marked, composed] = ['Blu\u0308te.svg', 'Bl\u00fcte.svg']

/** A library with files at these paths: each says its path as its content type. */
const library = (...paths: readonly string[]) => {
  const stored = new Map(paths.map(path => [`acme:${path}`, { path, contentType: path }]))
  const document = (id: string) => ({ id, json: JSON.stringify(stored.get(id)), position: 1n })
  const readModels = {
    get: async (_: unknown, id: string) => (stored.has(id) ? document(id) : undefined),
    getMany: async (_: unknown, ids: readonly string[]) => ids.filter(id => stored.has(id)).map(document),
  } as unknown as ReadModels
  const work = { load: async (_: unknown, id: string) => ({ state: stored.get(id), revision: 0 }) } as unknown as Work
  return async (path: string) => {
    const found = {
      one: (await libraryFile(readModels, 'acme', path))?.contentType,
      many: (await libraryFiles(readModels, 'acme', [path])).get(path)?.contentType,
      log: (await filesInLog(work, 'acme', [path])).get(path)?.contentType,
    }
    assert.equal([found.many, found.log], [found.one, found.one], 'views and log agree')
    return found.one
  }
}

test('a file is found by a name with marks and by a composed one (LIBRARY-8)', async () => {
  const find = library(composed)
  assert.equal([await find(composed), await find(marked), await find('other.svg')], [composed, composed, undefined])
})
test('a file that was stored under a name with marks is still found by that name, and by no other', async () => {
  assert.equal([await library(marked)(marked), await library(marked)(composed)], [marked, undefined])
  const both = library(marked, composed)
  assert.equal([await both(marked), await both(composed)], [marked, composed])
})

test('thousands of files are looked up in parts', async () => {
  let most = 0
  const getMany: ReadModels['getMany'] = async (_, ids) => {
    most = Math.max(most, ids.length)
    return ids.filter(id => id.endsWith('7.svg')).map(id => ({ id, json: JSON.stringify({ path: id }), position: 1n }))
  }
  const paths = Array.from({ length: 3_000 }, (_, i) => `pot-${i}.svg`)
  const files = await libraryFiles({ getMany }, 'acme', paths)
  assert.equal(
    [...files.keys()],
    paths.filter(path => path.endsWith('7.svg')),
  )
  assert.ok(most <= 500, `${most} at once`)
})

test.run()
