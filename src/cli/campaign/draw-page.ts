import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as E from 'fp-ts/lib/Either.js'
import { hadBy } from '../../audit/past/had-by.ts'
import { pastApproval } from '../../audit/past/past-approval.ts'
import { type DrawnPage, pastPages, type RequestedPage } from '../../audit/past/past-pages.ts'
import { newestRequest } from '../../audit/past/past-request.ts'
import { pastWork } from '../../audit/past/past-work.ts'
import { auditReader } from '../../audit/reader.ts'
import { approval } from '../../domain/approval/approval.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { count } from '../../domain/shared/wording.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import { settingsFromLog } from '../../lookups/settings-from-log.ts'
import type { Ports } from '../../ports/ports.ts'
import { notWritten } from '../new-file.ts'
import { progressOf } from '../progress.ts'
import { say } from '../say.ts'
import { UserError } from '../user-error.ts'
import { exitCodes } from '../wrong-use.ts'
import type { Asked } from './asked.ts'

/** The newest request by then with its answers, and the content that it asked about: that of the log before it. */
const requestedPage = async ({ accountId, retailCampaignIdx, until }: Asked, ports: Ports): Promise<RequestedPage> => {
  const asked = await newestRequest(ports.log, accountId, retailCampaignIdx, hadBy(until))
  const work = pastWork(ports.log, event => asked !== undefined && event.position < asked.position)
  const content = await contentFromLog(work, accountId, retailCampaignIdx, ports)()
  if (asked === undefined || E.isLeft(content))
    throw new UserError(`No approval of ${accountId}:${retailCampaignIdx} was requested by then.`, {
      exitCode: exitCodes.nothing,
    })
  const then = pastWork(ports.log, hadBy(until))
  const { state } = await then.load(approval, campaignId(accountId, retailCampaignIdx))
  const settings = await settingsFromLog(then, accountId)
  const about = { accountId, contentHash: state.request?.contentHash ?? '' }
  const { request } = await pastApproval(state, settings, about, { reader: auditReader(ports), secrets: ports.secrets })
  if (request === null) throw new UserError('The request is not in its stream; endcap verify says more.')
  return { content: content.right, request, work }
}

/** Whether the file could not be opened or written, as opposed to its content not being made. */
const isOfFile = (error: unknown, file: string): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  (error.syscall === 'write' || ('path' in error && error.path === file))

/** Writes the parts of a page into a new file, readable by its owner. An unfinished file is removed. */
const written = async (file: string, parts: AsyncGenerator<string, DrawnPage>): Promise<DrawnPage> => {
  let drawn: DrawnPage | undefined
  const texts = async function* () {
    drawn = yield* parts
  }
  try {
    await pipeline(Readable.from(texts()), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if (isOfFile(error, file)) throw await notWritten(file, error)
    await rm(file, { force: true })
    throw error
  }
  return drawn ?? { creatives: 0, pictures: 0, faults: 0 }
}

/** Draws what the approvers saw. Exit code 1 if the content does not have the hash that was requested, 3 if nothing was requested. */
export const drawPage = async (asked: Asked, file: string, ports: Ports, json: boolean): Promise<void> => {
  const requested = await requestedPage(asked, ports)
  const { content, request } = requested
  const bar = progressOf('creatives', 1)
  const drawn = await written(
    file,
    pastPages(requested, ports, (done, total) => bar.step(done, '', total)),
  ).finally(bar.end)
  const isRequested = content.contentHash === request.contentHash
  if (!isRequested) process.exitCode = exitCodes.fault
  const { approvalIdx, requestedAt, contentHash } = request
  if (json) return say(JSON.stringify({ file, approvalIdx, requestedAt, contentHash, isRequested, ...drawn }))
  const hash = isRequested
    ? 'the content has the hash that was requested'
    : 'the content does NOT have the hash that was requested'
  const faults = drawn.faults === 0 ? '' : `, ${count(drawn.faults, 'picture')} could not be drawn`
  const sums = `${count(drawn.creatives, 'creative')} in ${count(drawn.pictures, 'picture')}${faults}`
  await say(`${file}: request ${approvalIdx} of ${requestedAt}, ${sums}; ${hash}`)
}
