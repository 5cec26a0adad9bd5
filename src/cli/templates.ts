import { Command, Option } from 'commander'
import { printable } from '../domain/shared/printable.ts'
import { contactSheet, type Picture, sheetPage } from './contact-sheet.ts'
import { writeNew } from './new-file.ts'
import { type Rest, restClient } from './rest.ts'
import { print, tell } from './say.ts'
import { UserError } from './user-error.ts'
import { exitCodes, WrongUse } from './wrong-use.ts'

type Options = { readonly url: string; readonly key?: string }
type Made = { readonly adUnitSize: string; readonly previewUrl: string }
/** What the sheet needs of getUiResponse. */
type Ui = {
  readonly status: string
  readonly error?: string
  readonly templates: readonly Made[]
  readonly warnings: readonly string[]
}

const pictureOf = async ({ adUnitSize, previewUrl }: Made): Promise<Picture> => {
  const [width = 0, height = 0] = adUnitSize.split('x').map(Number)
  const answered = await fetch(previewUrl)
  if (!answered.ok) throw new UserError(`The preview of ${adUnitSize} responded with ${answered.status}.`)
  return { bytes: Buffer.from(await answered.arrayBuffer()), width, height }
}

/** The previews of a workflow's templates, and what it warned of. Throws a UserError if it has none. */
export const previewsOf = async (
  rest: Rest,
  accountId: string,
  requestId: string,
): Promise<{ readonly pictures: readonly Picture[]; readonly warnings: readonly string[] }> => {
  const path = `/v2/accounts/${encodeURIComponent(accountId)}/tmplGenAI/ui-response/${encodeURIComponent(requestId)}`
  const { status, error, templates, warnings } = (await rest.json('GET', path)) as Ui
  if (status !== 'COMPLETED')
    throw new UserError(`${requestId} has no templates: it is ${status}${error === undefined ? '' : ` (${error})`}.`, {
      exitCode: exitCodes.nothing,
    })
  return { pictures: await Promise.all(templates.map(pictureOf)), warnings }
}

const sheet = async (accountId: string, requestId: string, file: string, options: Options): Promise<void> => {
  if (!options.key) throw new WrongUse('Give the API key with --key or in ENDCAP_KEY.')
  const isPage = file.endsWith('.html')
  if (!isPage && !file.endsWith('.png')) throw new WrongUse('The file of a sheet ends with .png or .html.')
  const { pictures, warnings } = await previewsOf(
    restClient({ base: options.url, key: options.key }),
    accountId,
    requestId,
  )
  await writeNew(file, isPage ? sheetPage(requestId, pictures, warnings) : await contactSheet(pictures))
  for (const warning of warnings) tell(printable(`warning: ${warning}`))
  print(`wrote ${pictures.length} templates of ${requestId} to ${file}`)
}

/** `endcap templates sheet ACCOUNT REQUEST FILE`: all templates of a workflow on one sheet. */
export const templatesCommand = (): Command =>
  new Command('templates').addCommand(
    new Command('sheet')
      .description('draw all templates of a workflow on one contact sheet, through the REST API')
      .argument('<accountId>', 'account of the workflow')
      .argument('<requestId>', 'requestId of the workflow')
      .argument('<file>', 'new file: a picture (.png), or a page with sizes and warnings (.html)')
      .addOption(new Option('--url <url>', 'URL of the service').env('ENDCAP_URL').default('http://127.0.0.1:8080'))
      .addOption(new Option('--key <key>', 'API key').env('ENDCAP_KEY'))
      .action(sheet),
  )
