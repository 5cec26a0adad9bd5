import { readFile } from 'node:fs/promises'
import { servePages } from '../servers/page-server.ts'

const folder = new URL('../../../examples/brands/', import.meta.url)

/** A file of examples/brands. */
export const exampleFile = (name: string): Promise<Buffer> => readFile(new URL(name, folder))

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
  pdf: 'application/pdf',
}

/** A server of the files of examples/brands; `host` is what the reader must be able to reach. */
export const serveExamples = async () => {
  const names = [
    'page/index.html',
    'page/brand.css',
    'page/logo.svg',
    'page/icon.png',
    'page/garden.png',
    'guideline.pdf',
  ]
  const files = new Map<string, Buffer>(
    await Promise.all(names.map(async name => [`/${name}`, await exampleFile(name)] as const)),
  )
  const server = await servePages(({ path }) => {
    const body = files.get(path)
    const type = contentTypes[path.split('.').at(-1) ?? '']
    return body && type ? { headers: { 'Content-Type': type }, body } : undefined
  })
  return { ...server, host: new URL(server.base).host }
}
