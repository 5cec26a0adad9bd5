import type { Readable } from 'node:stream'
import { BlobServiceClient, type IHttpClient, StorageSharedKeyCredential, type WebResource } from '@azure/storage-blob'
import type { CloudRoot } from '../../domain/cloud/root-dir.ts'
import type { CloudCredentials, CloudObject } from '../../ports/cloud-storage.ts'
import { answerBody } from '../fetcher/answer-body.ts'
import { Refused } from '../fetcher/refused.ts'
import { beginningOf, type Exchange, type ObjectBound, xmlOf } from './exchange.ts'
import type { Reader } from './reader.ts'

type Answered = Awaited<ReturnType<IHttpClient['sendRequest']>>

/** Headers in the form that the client expects. */
const headersOf = (headers: Readonly<Record<string, string>>): Answered['headers'] => {
  const toJson = () => ({ ...headers })
  return { get: (name: string) => headers[name.toLowerCase()], toJson } as unknown as Answered['headers']
}

/** The guarded exchange as the client's HTTP client. */
const clientOver = (exchange: Exchange): IHttpClient => ({
  async sendRequest(request: WebResource): Promise<Answered> {
    const isListing = new URL(request.url).searchParams.get('comp') === 'list'
    const { status, headers, body } = await exchange({
      url: request.url,
      headers: request.headers.toJson({ preserveCase: true }),
      ...(isListing ? { answer: 'listing' } : { answer: 'object', isLeftPacked: true }),
      signal: request.abortSignal as AbortSignal | undefined,
    })
    const answered = { request, status, headers: headersOf(headers) }
    if (isListing) return { ...answered, bodyAsText: await xmlOf(body) }
    if (status >= 300) return { ...answered, bodyAsText: String(await beginningOf(body)) }
    return { ...answered, readableStreamBody: body }
  },
})

/**
 * The account's URL: its own host or, for an emulator or gateway, a path below the given host. Other characters in the
 * name would let the caller choose any host.
 */
const accountUrl = ({ origin }: CloudRoot, accountName: string): string => {
  if (!/^[a-z0-9]{3,24}$/.test(accountName))
    throw new Refused('key-refused', 'the access key is not a valid account name')
  if (origin === undefined) return `https://${accountName}.blob.core.windows.net`
  return new URL(origin).hostname.startsWith(`${accountName}.`) ? origin : `${origin}/${accountName}`
}

/** Azure Blob Storage: the bucket is a container. */
export const openAzure = (
  root: CloudRoot,
  { accessKey, secretKey }: CloudCredentials,
  exchange: Exchange,
  { maxObjectBytes }: ObjectBound,
): Reader => {
  const service = new BlobServiceClient(
    accountUrl(root, accessKey),
    new StorageSharedKeyCredential(accessKey, secretKey),
    { httpClient: clientOver(exchange), retryOptions: { maxTries: 2 } },
  )
  const container = service.getContainerClient(root.bucket)
  return {
    async list({ prefix, limit, page, signal }) {
      const pages = container
        .listBlobsFlat({ prefix, ...(signal ? { abortSignal: signal } : {}) })
        .byPage({ maxPageSize: limit, ...(page === undefined ? {} : { continuationToken: page }) })
      const { value } = await pages.next()
      const objects = (value?.segment.blobItems ?? []).map(
        ({ name, properties }: BlobItem): CloudObject => ({
          key: name,
          size: properties.contentLength ?? 0,
          modifiedAt: properties.lastModified.toISOString(),
        }),
      )
      const next = value?.continuationToken
      return { objects, ...(next ? { next } : {}) }
    },
    async open(key, signal) {
      const { readableStreamBody, contentEncoding } = await container
        .getBlobClient(key)
        .download(0, undefined, signal ? { abortSignal: signal } : {})
      // the client counts the bytes that are announced, which are the packed ones
      const bounds = { maxBytes: maxObjectBytes, timeoutMs: Number.POSITIVE_INFINITY }
      return { body: answerBody(readableStreamBody as Readable, contentEncoding, bounds).body }
    },
  }
}
type BlobItem = {
  readonly name: string
  readonly properties: { readonly contentLength?: number; readonly lastModified: Date }
}
