import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { until } from '../waiting/until.ts'
import { account, type Service } from './service.ts'

/** Steps of the retail flow used by several API tests. */

/** Requests approvals in these tests. */
export const rob = { userName: 'Rob', userEmail: 'rob@example.com' }

/** Sets the approvers of the account; none if no address is given. */
export const approvers = (service: Service, allApproversRequired: boolean, ...emails: readonly string[]) =>
  service.must('PUT', `${account}/retail-settings`, {
    approvers: emails.map(userEmail => ({ userEmail })),
    allApproversRequired,
  })

export const askApproval = async (service: Service, campaign: string): Promise<string> =>
  (await service.must('POST', `${campaign}/approvalRequest`, rob)).message

export const approvalOf = async (service: Service, campaign: string) =>
  (await service.call('GET', `${campaign}/approvalStatus`)).json

const plain = (eml: string) => eml.replace(/=\r\n/g, '').replace(/=3D/g, '=')

/** The links in the approval mails about the newest request of a campaign, by address; waits for the given number of mails. */
export const linksOf = async (
  service: Service,
  campaign: string,
  ...emails: readonly string[]
): Promise<readonly string[]> => {
  const idx = campaign.split('/').pop()
  const { approvalIdx } = await approvalOf(service, campaign)
  const own = (mails: Awaited<ReturnType<Service['mails']>>) =>
    mails.filter(m => m.name.startsWith(`approval-acme-${idx}-${approvalIdx}-`))
  const mails = own(await until(service.mails, all => own(all).length >= emails.length))
  return emails.map(email => {
    const mail = mails.find(m => new RegExp(`^To:.*${email}`, 'im').test(m.text))
    return /http:\/\/[^\s"<>]+\/approvals\/[A-Za-z0-9_-]+/.exec(plain(mail?.text ?? ''))?.[0] ?? ''
  })
}

/** Submits the form of the approval page, like a browser without scripts. */
export const answerLink = (service: Service, link: string, decision: string, comment = '') =>
  service.call('POST', link, undefined, { key: undefined, body: new URLSearchParams({ decision, comment }) })

/** Requests an export. */
export const askExport = (service: Service, campaign: string, assetExportType: string, resolution: unknown = '1') =>
  service.must('POST', `${campaign}/exportAssets`, { assetExportType, resolution })

/** Waits for a queue to finish and returns it. */
export const queueEnd = (service: Service, queueId: string) =>
  until(
    async () => (await service.call('GET', `${account}/queues/${queueId}`)).json,
    q => q.status === 'COMPLETED' || q.status === 'FAILED',
  )

/** Requests an export and waits until it has finished. */
export const exported = async (service: Service, campaign: string, format: string, resolution: unknown = '1') =>
  queueEnd(service, (await askExport(service, campaign, format, resolution)).queueId)

export const download = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer())

/** Files of a ZIP by name. */
export const unzipped = async (bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> => {
  const files = new Map<string, Buffer>()
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}

export const saveCreative = (service: Service, campaign: string, creativeName: string, headline: string, more = {}) =>
  service.must('POST', `${campaign}/creative`, {
    creativeName,
    dynamicAssets: [{ columnName: 'headline', columnValue: headline }],
    ...more,
  })

/** Creates an inline source of one product, for campaigns that need a feed; returns its id. */
export const productFeed = async (service: Service): Promise<number> => {
  const feed = { assetSourceName: 'Products', assetKeyColumn: 'sku', data: [{ sku: 'pot', headline: 'Pot' }] }
  return Number((await service.must('POST', `${account}/asset-sources/inline`, feed)).id)
}

/** Uploads a file to the account's library. */
export const upload = async (service: Service, path: string, bytes: string | Buffer, headers = {}) => {
  const form = new FormData()
  form.set('path', path)
  form.set('file', new Blob([bytes as BlobPart]), 'file')
  return service.call('POST', `${account}/assets`, undefined, { body: form, headers })
}
