import { glob, readFile } from 'node:fs/promises'

const root = new URL('../../..', import.meta.url).pathname

/** An operation as its page in `docs/interface` lists it. */
export type Documented = {
  readonly page: string
  readonly method: string
  readonly path: string
  readonly permission: string
  readonly mark: string
}

/** Rows of the tables of operations in `docs/interface`, by operationId. */
export const documented = new Map<string, Documented>()
for await (const page of glob('docs/interface/*.md', { cwd: root }))
  for (const line of (await readFile(root + page, 'utf8')).split('\n')) {
    const [, id = '', method = '', path = '', permission = '', mark = ''] = line.split('|').map(cell => cell.trim())
    if (/^(?:GET|PUT|POST|DELETE)/.test(method) && path.startsWith('/'))
      documented.set(id, { page, method, path: path.replace(/(?<=.)\/$/, ''), permission, mark })
  }
