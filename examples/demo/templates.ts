import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, extname, join } from 'node:path'
import { contactSheet, type Picture } from '../../src/cli/contact-sheet.ts'
import type { Rest } from '../../src/cli/rest.ts'
import { previewsOf } from '../../src/cli/templates.ts'
import { polled } from './steps.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** A web server with the page of a brand, as a retailer has one; `host`: for EGRESS_ALLOW, because the machine's own address is refused. */
export const servePage = async (folder: string) => {
  const server = createServer(async (request, response) => {
    const name = basename(new URL(request.url ?? '/', 'http://localhost').pathname) || 'index.html'
    const bytes = await readFile(join(folder, name)).catch(() => undefined)
    response.writeHead(bytes === undefined ? 404 : 200, { 'content-type': types[extname(name)] ?? 'text/plain' })
    response.end(bytes)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}/index.html`, stop: () => server.close() }
}

type Ui = {
  readonly status: string
  readonly progress: number
  readonly warnings: readonly string[]
  readonly error?: string
}

const generationOf = (accountId: string): string => `/v2/accounts/${accountId}/tmplGenAI`

const retailer = { id: 'fernhollow', name: 'Fernhollow' }
const inventoryType = 'OffSite'

/** Starts a workflow with files, as a form does. */
const send = async (base: string, key: string, path: string, requestId: string, part: string, file: string) => {
  const form = new FormData()
  const texts = { requestId, retailerId: retailer.id, retailerName: retailer.name, inventoryType }
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  form.set(part, new Blob([await readFile(file)]), basename(file))
  const answered = await fetch(`${base}${path}`, { method: 'POST', headers: { svc_apikey: key }, body: form })
  if (!answered.ok) throw new Error(`${path} responded with ${answered.status}: ${await answered.text()}`)
}

/** Waits for a workflow, saves its templates as HTML and on a contact sheet, and returns their previews. */
const results = async (
  rest: Rest,
  accountId: string,
  requestId: string,
  output: string,
): Promise<readonly Picture[]> => {
  const generation = generationOf(accountId)
  const ui = await polled(
    `templates of ${requestId}`,
    async () => (await rest.json('GET', `${generation}/ui-response/${requestId}`)) as Ui,
    ({ progress }) => progress,
    ({ status }) => status !== 'INITIATED' && status !== 'IN_PROGRESS',
  )
  if (ui.status !== 'COMPLETED') throw new Error(`the templates of ${requestId} ended with ${ui.status}: ${ui.error}`)
  const { templates } = (await rest.json('GET', `${generation}/workflow-result/${requestId}`)) as {
    readonly templates: readonly { readonly adUnitSize: string; readonly html: string }[]
  }
  await mkdir(join(output, 'templates'), { recursive: true })
  for (const { adUnitSize, html } of templates)
    await writeFile(join(output, 'templates', `${requestId}-${adUnitSize}.html`), html)
  const { pictures } = await previewsOf(rest, accountId, requestId)
  await writeFile(join(output, 'templates', `${requestId}.png`), await contactSheet(pictures))
  return pictures
}

/** Makes templates of a brand's page, of a PDF, a design in Photoshop and a ZIP of pictures; the number of templates. */
export const makeTemplates = async (
  { base, key, rest }: { readonly base: string; readonly key: string; readonly rest: Rest },
  accountId: string,
  brands: string,
  brandUrl: string,
  output: string,
): Promise<number> => {
  const generation = generationOf(accountId)
  await rest.json('POST', `${generation}/sync-flow`, { requestId: 'page', brandUrl, retailer, inventoryType })
  const upload = (path: string, requestId: string, part: string, file: string) =>
    send(base, key, `${generation}/${path}`, requestId, part, join(brands, file))
  await upload('sync-flow-upload', 'guideline', 'file', 'guideline.pdf')
  await upload('design-brief', 'design', 'psdFile', 'design.psd')
  await upload('design-brief', 'pictures', 'designBriefZip', 'pictures.zip')
  const pictures: Picture[] = []
  for (const requestId of ['page', 'guideline', 'design', 'pictures'])
    pictures.push(...(await results(rest, accountId, requestId, output)))
  await writeFile(join(output, 'templates.png'), await contactSheet(pictures))
  return pictures.length
}
