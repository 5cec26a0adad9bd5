import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { Command } from 'commander'
import * as E from 'fp-ts/lib/Either.js'
import { Dimension } from '../../domain/provisioning/aggregates.ts'
import { count } from '../../domain/shared/wording.ts'
import { print, tell } from '../say.ts'
import { UserError } from '../user-error.ts'
import { WrongUse } from '../wrong-use.ts'
import { type Cell, type Rows, readRows } from './rows.ts'
import { unitHtml } from './unit-html.ts'

type Options = {
  sizes: string
  csv: string
  account: string
  organisation: string
  name?: string
  landing: string
  approver: readonly string[]
}

const mostSizes = 20

const dimensionsIn = (typed: string): readonly string[] => {
  const sizes = [...new Set(typed.split(',').map(size => size.trim().toLowerCase().replace('×', 'x')))]
  const wrong = sizes.find(size => E.isLeft(Dimension.decode(size)))
  if (wrong !== undefined) throw new WrongUse(`${JSON.stringify(wrong)} is no size; write 300x250,728x90`)
  if (sizes.length > mostSizes) throw new WrongUse(`at most ${mostSizes} sizes`)
  return sizes
}

const mustBeFree = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new UserError(`${folder} cannot be used: ${error.message}`, { cause: error })
  })
  if (names.length > 0) throw new UserError(`${folder} is not empty; choose a new folder`)
}

/** The pictures of all rows, each once: where they are, and their names in the folder. */
const picturesOf = ({ rows }: Rows): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const row of rows)
    for (const { file } of row.values())
      if (file !== undefined && !names.has(file)) names.set(file, `${names.size + 1}${extname(file).toLowerCase()}`)
  return names
}

const campaignJson = (
  { account, organisation, name, landing, approver }: Options & { readonly name: string },
  sizes: readonly string[],
  { columns, rows }: Rows,
  pictures: ReadonlyMap<string, string>,
) => {
  const folder = name.toLowerCase().replace(/[^a-z0-9]/g, '-')
  const columnValueOf = ({ text, file }: Cell) => (file === undefined ? text : `asset:${folder}/${pictures.get(file)}`)
  return {
    organisation: { orgId: organisation, name: organisation, retailer: true },
    account: { accountId: account, name: account, orgId: organisation },
    retailSettings: {
      approvers: approver.map(userEmail => ({ userEmail })),
      allApproversRequired: false,
    },
    templateCampaign: {
      templateCampaignIdx: 1,
      templateCampaignName: name,
      adUnits: sizes.map((dimension, i) => ({
        ...{ adUnitId: i + 1, adUnitName: dimension, dimension, htmlFile: `units/${dimension}.html` },
      })),
    },
    assets: [...pictures.values()].map(picture => ({ path: `${folder}/${picture}`, file: `images/${picture}` })),
    retailCampaign: {
      externalId: folder,
      retailCampaignName: name,
      assetSourceType: 'uploadAsset',
      clickthroughUrl: landing,
    },
    creatives: rows.map((row, i) => ({
      creativeName: `${i + 1} ${row.get(columns[0] ?? '')?.text ?? ''}`.slice(0, 100).trim(),
      dynamicAssets: [...row]
        .filter(([, { text }]) => text !== '')
        .map(([columnName, cell]) => ({ columnName, columnValue: columnValueOf(cell) })),
    })),
  }
}

const run = async (folder: string, options: Options): Promise<void> => {
  const sizes = dimensionsIn(options.sizes)
  if (!URL.canParse(options.landing)) throw new WrongUse('--landing is an address, such as https://shop.example.com/')
  await mustBeFree(folder)
  const rows = await readRows(options.csv)
  const pictures = picturesOf(rows)
  const name = options.name ?? resolve(folder).split('/').at(-1) ?? 'campaign'
  await mkdir(join(folder, 'units'), { recursive: true })
  await mkdir(join(folder, 'images'), { recursive: true })
  for (const size of sizes) await writeFile(join(folder, 'units', `${size}.html`), unitHtml(size, rows))
  for (const [from, to] of pictures) await copyFile(from, join(folder, 'images', to))
  const campaign = campaignJson({ ...options, name }, sizes, rows, pictures)
  await writeFile(join(folder, 'campaign.json'), `${JSON.stringify(campaign, null, 2)}\n`)
  print(
    `${folder} has ${count(sizes.length, 'ad unit')}, ${count(campaign.creatives.length, 'creative')} and ${count(pictures.size, 'picture')}`,
  )
  tell(`Change ${folder}/units as you like, then: endcap import ${folder}`)
}

const collected = (one: string, all: readonly string[]): readonly string[] => [...all, one]

/** `endcap init FOLDER`: a campaign folder to begin with, which `endcap import` sends. */
export const initCommand = (): Command =>
  new Command('init')
    .argument('<folder>', 'a new folder')
    .requiredOption('--csv <file>', 'a creative in each row; cells may name pictures beside the file')
    .requiredOption('--sizes <list>', 'sizes of ad units, such as 300x250,728x90')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--organisation <id>', 'its organisation')
    .option('--name <text>', 'name of the campaign; default: that of the folder')
    .option('--landing <address>', 'where a click leads', 'https://shop.example.com/')
    .option('--approver <mail>', 'who approves; may be repeated', collected, [])
    .action(run)
