import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { listOf } from '../codec/json.ts'
import { AccountId, AdServerId, Name, OrgId } from '../codec/names.ts'
import { text } from '../codec/text.ts'
import { Dimension } from '../domain/provisioning/aggregates.ts'
import { faultsOf } from '../http/request/faults.ts'
import { UserError } from './user-error.ts'

const RelativePath = text({
  min: 1,
  max: 512,
  pattern: /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))/,
  must: 'must be a path below the campaign file',
})
const open = t.UnknownRecord

/** `campaign.json` (examples/README.md). Checks only what the import itself needs; the service validates the rest. */
export const CampaignFile = fields(
  { account: fields({ accountId: AccountId }, { name: Name, orgId: OrgId }) },
  {
    organisation: fields({ orgId: OrgId, name: Name, retailer: t.boolean }),
    adServers: listOf(t.intersection([fields({ adServerId: AdServerId }), open]), 100),
    mediaChannels: listOf(t.intersection([fields({ name: Name }), open]), 100),
    mediaPlan: t.intersection([
      t.type({ mediaPlanId: integer(1) }),
      t.partial({ trackers: listOf(t.UnknownRecord, 5_000) }),
      open,
    ]),
    retailSettings: open,
    templateCampaign: t.intersection([
      t.type({
        templateCampaignIdx: integer(1),
        adUnits: listOf(
          t.intersection([
            t.type({ adUnitId: integer(1), dimension: Dimension }),
            t.partial({ htmlFile: RelativePath, html: t.string }),
            open,
          ]),
          100,
          1,
        ),
      }),
      open,
    ]),
    assets: listOf(fields({ path: text({ min: 1, max: 512 }), file: RelativePath }), 10_000),
    retailCampaign: t.intersection([
      t.type({ externalId: text({ min: 1, max: 255 }) }),
      t.partial({ mediaChannel: Name }),
      open,
    ]),
    creatives: listOf(
      t.intersection([
        t.type({ creativeName: t.string }),
        t.partial({ dynamicAssets: t.array(t.intersection([t.type({ columnValue: t.string }), open])) }),
        open,
      ]),
      10_000,
    ),
  },
)
export type CampaignFile = t.TypeOf<typeof CampaignFile>

export type ReadCampaign = { readonly campaign: CampaignFile; file(path: string): Promise<Buffer> }

/** Whether a link leads out of the folder: the folder may be of others, and imported files are public. */
const leadsOut = async (folder: string, file: string): Promise<boolean> => {
  const way = relative(await realpath(folder), await realpath(join(folder, file)))
  return way.split(sep)[0] === '..'
}

/** Reads a campaign from a file, or from `campaign.json` in a folder. Reports all faults and all missing files at once. */
export const readCampaign = async (path: string): Promise<ReadCampaign> => {
  const info = await stat(path).catch(cannotBeRead(path))
  const name = info.isDirectory() ? join(path, 'campaign.json') : path
  const decoded = CampaignFile.decode(await json(name))
  if (E.isLeft(decoded))
    throw new UserError(
      `${name} is not a campaign:\n${faultsOf(decoded.left, '')
        .map(fault => `  ${fault.pointer} ${fault.detail}`)
        .join('\n')}`,
    )
  const campaign = decoded.right
  const wanted = [
    ...(campaign.assets ?? []).map(a => a.file),
    ...(campaign.templateCampaign?.adUnits ?? []).flatMap(u => u.htmlFile ?? []),
  ]
  const exists = await Promise.all(
    wanted.map(file =>
      stat(join(dirname(name), file)).then(
        s => s.isFile(),
        (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? false : cannotBeRead(file)(error)),
      ),
    ),
  )
  const missing = wanted.filter((_, i) => !exists[i])
  if (missing.length > 0)
    throw new UserError(`${name} refers to missing files:\n${missing.map(f => `  ${f}`).join('\n')}`)
  const outside: string[] = []
  for (const file of wanted) if (await leadsOut(dirname(name), file)) outside.push(file)
  if (outside.length > 0)
    throw new UserError(
      `${name} refers to links to files outside its folder; copy them there:\n${outside.map(f => `  ${f}`).join('\n')}`,
    )
  return { campaign, file: file => readFile(join(dirname(name), file)) }
}

/** Turns a file system error into a UserError. */
const cannotBeRead =
  (path: string) =>
  (cause: NodeJS.ErrnoException): never => {
    const why = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code ?? cause.message})`
    throw new UserError(`${path} ${why}`, { cause })
  }

const json = async (path: string): Promise<unknown> => {
  const content = await readFile(path, 'utf8').catch(cannotBeRead(path))
  try {
    // some editors add a byte order mark
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UserError(`${path} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}
