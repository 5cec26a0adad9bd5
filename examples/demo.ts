import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sandboxEnvironment } from '../src/adapters/renderer/process/chromium-user.ts'
import { contactSheet } from '../src/cli/contact-sheet.ts'
import { type Rest, restClient } from '../src/cli/rest.ts'
import type { RunningSandbox } from '../src/dsp-sandbox/start.ts'
import { startNode } from '../src/node/start-node.ts'
import { demoArguments, demoEnvironment } from './demo/arguments.ts'
import { exportTags, startDsp } from './demo/dsp.ts'
import { createFeedCampaign, loadFeed } from './demo/feed-campaign.ts'
import { openNext } from './demo/open-next.ts'
import { permissions } from './demo/permissions.ts'
import { underBar } from './demo/step-bars.ts'
import { activate, addCreative, approve, exported, importAllButOne } from './demo/steps.ts'
import { showLive, tagPage, tagPicture } from './demo/tag-page.ts'
import { makeTemplates, servePage } from './demo/templates.ts'

/**
 * Runs a campaign from import to a ZIP of rendered creatives and a CSV of working tags, over REST, on its own service.
 * `--serve`: keeps serving afterwards. All output goes to demo-output/, or where `--output` says.
 */

const { serve, output: chosenOutput } = demoArguments()
const root = new URL('..', import.meta.url).pathname
const output = chosenOutput ?? join(root, 'demo-output')
const dataDir = join(output, 'data')
const outbox = join(dataDir, 'outbox')
const example = join(root, 'examples', 'spring-garden')
const offers = join(root, 'examples', 'weekly-offers')
const brands = join(root, 'examples', 'brands')
const approvers = 2

const timings: { readonly step: string; readonly seconds: number }[] = []
/** Runs a step under a bar, and notes how long it took. `works`: of how many works it consists. */
const timed = async <A>(step: string, work: () => Promise<A>, works = 1): Promise<A> => {
  const from = performance.now()
  try {
    return await underBar(step, work, works)
  } catch (error) {
    throw new Error(`${step}: ${error instanceof Error ? error.message : error}`, { cause: error })
  } finally {
    timings.push({ step, seconds: Math.round((performance.now() - from) / 10) / 100 })
  }
}

const adminKey = randomBytes(32).toString('hex')

/** Issues a key for the account, as a retailer's administrator would. */
const issueKey = async (base: string): Promise<string> => {
  const admin = restClient({ base, key: adminKey })
  await admin.json('PUT', '/v2/org/fernhollow', { name: 'Fernhollow', retailer: true })
  await admin.json('PUT', '/v2/accounts/fernhollow-uk', { name: 'Fernhollow UK', orgId: 'fernhollow' })
  const body = { owner: 'demo', permissions, organisations: ['fernhollow'] }
  const { apiKey } = (await admin.json('POST', '/v2/accounts/fernhollow-uk/api-keys', body)) as { apiKey: string }
  return apiKey
}

const tags = async (base: string, key: string, campaign: string) => {
  const answered = await fetch(`${base}${campaign}/download-tags`, { headers: { svc_apikey: key } })
  if (!answered.ok) throw new Error(`download-tags responded with ${answered.status}`)
  const csv = Buffer.from(await answered.arrayBuffer())
  await writeFile(join(output, 'tags.csv'), csv)
  const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[]
  await writeFile(join(output, 'tag.html'), tagPage(rows, base))
  await writeFile(join(output, 'tag.png'), await tagPicture(rows))
  return rows.length
}

/** A second campaign, whose creatives are the rows of a product feed; the images of its export. */
const runFeedCampaign = async (rest: Rest, accountId: string) => {
  const account = `/v2/accounts/${accountId}`
  const source = await timed('feed', () => loadFeed(offers, rest, accountId))
  const idx = await timed('feed campaign', () => createFeedCampaign(offers, rest, accountId, source))
  await timed('approval of the feed campaign', () => approve(rest, accountId, idx, outbox, approvers))
  await timed('activation of the feed campaign', () => activate(rest, account, idx))
  const campaign = `${account}/retail-campaigns/${idx}`
  return timed('export of the feed campaign', () => exported(rest, account, campaign, 'png', '2', output, 'offers-'))
}

const run = async (base: string, key: string, dsp: RunningSandbox, brandUrl: string) => {
  const rest: Rest = restClient({ base, key })
  const { accountId, retailCampaignIdx, last } = await timed('import', () => importAllButOne(example, rest))
  const account = `/v2/accounts/${accountId}`
  const campaign = `${account}/retail-campaigns/${retailCampaignIdx}`
  if (last) await timed('add a creative', () => addCreative(rest, accountId, campaign, last))
  await timed('approval', () => approve(rest, accountId, retailCampaignIdx, outbox, approvers))
  const live = await timed('activation', () => activate(rest, account, retailCampaignIdx))
  const pictures = await timed('export png 2x', () => exported(rest, account, campaign, 'png', '2', output))
  const videos = await timed('export mp4', () => exported(rest, account, campaign, 'mp4', '1', output))
  const tagCount = await timed('tags', () => tags(base, key, campaign))
  const offered = await runFeedCampaign(rest, accountId)
  const all = [...pictures, ...offered]
  await timed('contact sheet', async () => writeFile(join(output, 'contact-sheet.png'), await contactSheet(all)))
  const atDsp = await timed('export to the DSP', () => exportTags(rest, dsp, account, retailCampaignIdx, output))
  const made = await timed(
    'templates of four brands',
    () => makeTemplates({ base, key, rest }, accountId, brands, brandUrl, output),
    4,
  )
  const total = Math.round(timings.reduce((sum, t) => sum + t.seconds, 0) * 10) / 10
  const summary = {
    retailCampaignIdx,
    live,
    pictures: pictures.length,
    feedPictures: offered.length,
    videos: videos.length,
    tags: tagCount,
    creativesAtDsp: atDsp,
    templates: made,
    totalSeconds: total,
    timings,
  }
  await writeFile(join(output, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`)
  const lines = timings.map(t => `| ${t.step} | ${t.seconds} |`).join('\n')
  await writeFile(
    join(output, 'summary.md'),
    `# Spring Garden\n\n${live}\n\n- ${pictures.length} images at 2x in \`png@2x.zip\`\n- ${videos.length} videos in \`mp4.zip\`\n- ${tagCount} ad tags in \`tags.csv\`, pasted into \`tag.html\`, which is blank once the service of the demo has ended: \`${showLive}\` shows it live, \`tag.png\` what it looked like\n- ${atDsp} of them as creatives of a demand-side platform (a sandbox), in \`dsp-creatives.json\`\n- ${made} ad templates of a brand page, a PDF, a PSD and a ZIP of pictures in \`templates/\`, drawn on \`templates.png\`\n- ${offered.length} images at 2x of the products of a feed in \`offers-png@2x.zip\`\n- every creative in every size on \`contact-sheet.png\`\n\n## Open next\n\n${openNext(output, serve).join('\n')}\n\n| Step | Seconds |\n|---|---|\n${lines}\n| all | ${total} |\n`,
  )
  return summary
}

if (chosenOutput === undefined) await rm(output, { recursive: true, force: true })
await mkdir(output, { recursive: true })
if ((await readdir(output)).length > 0) {
  console.error(`${output} is not empty. Choose a new or empty folder for --output.`)
  process.exit(2)
}
await mkdir(dataDir, { recursive: true })
const sandbox = await sandboxEnvironment(process.env)
if (sandbox.CHROMIUM_NO_SANDBOX)
  console.log('This machine denies user namespaces: Chromium renders the pages of the demo without its sandbox.')
const dsp = await startDsp()
const page = await servePage(join(brands, 'page'))
const node = await startNode({
  ...demoEnvironment(process.env),
  ...sandbox,
  ...dsp.environment,
  EGRESS_ALLOW: page.host,
  PORT: process.env.PORT ?? '0',
  DATA_DIR: dataDir,
  ADMIN_API_KEY: adminKey,
  LOG_LEVEL: 'warn',
})
try {
  const key = await issueKey(node.url)
  const made = await run(node.url, key, dsp.sandbox, page.url)
  console.log(
    `Created ${made.pictures + made.feedPictures} images, ${made.videos} videos, ${made.tags} ad tags, ${made.creativesAtDsp} creatives at the DSP and ${made.templates} templates in ${made.totalSeconds} s.\n\nOpen next:\n${openNext(output, serve).join('\n')}`,
  )
  if (serve) {
    console.log(
      `\nService  ${node.url}\nDocs     ${node.url}/docs\nConsole  ${node.url}/console (account fernhollow-uk)\nDSP      ${dsp.sandbox.url} (a sandbox)\nTags     file://${join(output, 'tag.html')}\nKey      ${key}\n\nFor the examples of ${node.url}/docs/guides/examples:\n\nURL=${node.url}\nACCOUNT=fernhollow-uk\nKEY=${key}\n\nPress Ctrl-C to stop.`,
    )
    await new Promise(resolve => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  }
} catch (error) {
  console.error(`The demo failed at ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await node.stop()
  await dsp.sandbox.stop()
  page.stop()
}
