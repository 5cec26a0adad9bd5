import { Readable } from 'node:stream'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { CloudRoot } from '../../domain/cloud/root-dir.ts'
import type { CloudCredentials, CloudObject } from '../../ports/cloud-storage.ts'
import { beginningOf, type Exchange, xmlOf } from './exchange.ts'
import type { Reader } from './reader.ts'

const amazonHost = /^s3(?:[.-]([a-z]{2}-[a-z0-9-]+))?\.amazonaws\.com$/

const usualRegion = 'us-east-1'

/** Amazon's client finds the region itself; other services use the given endpoint. */
const placeOf = ({ serviceType, origin }: CloudRoot) => {
  const amazon = origin === undefined ? [] : amazonHost.exec(new URL(origin).hostname)
  if (serviceType === 'AmazonS3' && amazon) return { region: amazon[1] ?? usualRegion, followRegionRedirects: true }
  return { region: usualRegion, ...(origin === undefined ? {} : { endpoint: origin }) }
}

/** The region that a service names when it refuses a signature for another one. */
const namedRegion = (error: unknown): string | undefined => {
  const { name, Region } = error as { readonly name?: unknown; readonly Region?: unknown }
  const isNamed = name === 'AuthorizationHeaderMalformed' && typeof Region === 'string'
  return isNamed && /^[a-z0-9-]{1,64}$/.test(Region) ? Region : undefined
}

/** The guarded exchange as the client's HTTP handler. */
const handlerOver = (exchange: Exchange) => ({
  metadata: { handlerProtocol: 'http/1.1' },
  destroy: () => undefined,
  async handle(request: SentRequest, { abortSignal }: { abortSignal?: AbortSignal } = {}) {
    const answer = request.query?.['list-type'] === undefined ? 'object' : 'listing'
    const { status, headers, body } = await exchange({
      url: urlOf(request),
      headers: request.headers,
      answer,
      signal: abortSignal,
    })
    const parsed = async () => (answer === 'listing' ? Buffer.from(await xmlOf(body)) : beginningOf(body))
    const read = answer === 'listing' || status >= 300 ? Readable.from([await parsed()]) : body
    return { response: { statusCode: status, headers, body: read } }
  },
})

type SentRequest = {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly query?: Readonly<Record<string, string | string[] | null>>
  readonly headers: Readonly<Record<string, string>>
}

const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const urlOf = ({ protocol, hostname, port, path, query = {} }: SentRequest): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map(v => `${strict(name)}=${strict(v)}`),
  )
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search}`
}

/** For objects that are public. */
const unsigned = { sign: async <A>(request: A): Promise<A> => request }

/** Amazon S3 and compatible services, with path-style URLs. */
export const openS3 = (root: CloudRoot, { accessKey, secretKey }: CloudCredentials, exchange: Exchange): Reader => {
  const { region: first, ...place } = placeOf(root)
  let region = first
  const client = new S3Client({
    ...place,
    region: async () => region,
    forcePathStyle: true,
    disableS3ExpressSessionAuth: true,
    // AWS_ENDPOINT_URL is the node's own store: a customer's keys must not be sent there
    ignoreConfiguredEndpointUrls: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    ...(accessKey === '' && secretKey === '' ? { signer: unsigned } : {}),
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: handlerOver(exchange) as never,
  })
  const Bucket = root.bucket
  const inItsRegion = async <A>(ask: () => Promise<A>): Promise<A> => {
    const tried = region
    try {
      return await ask()
    } catch (error) {
      const named = namedRegion(error)
      if (named === undefined || named === tried) throw error
      region = named
      return ask()
    }
  }
  return {
    async list({ prefix, limit, page, signal }) {
      const asked = { Bucket, Prefix: prefix, MaxKeys: limit, ContinuationToken: page }
      const answered = await inItsRegion(() =>
        client.send(new ListObjectsV2Command(asked), signal ? { abortSignal: signal } : {}),
      )
      const objects = (answered.Contents ?? []).flatMap(({ Key, Size = 0, LastModified }): CloudObject[] =>
        Key === undefined ? [] : [{ key: Key, size: Size, modifiedAt: (LastModified ?? new Date(0)).toISOString() }],
      )
      const next = answered.IsTruncated ? answered.NextContinuationToken : undefined
      return { objects, ...(next === undefined ? {} : { next }) }
    },
    async open(Key, signal) {
      const answered = await inItsRegion(() =>
        client.send(new GetObjectCommand({ Bucket, Key }), signal ? { abortSignal: signal } : {}),
      )
      return { body: answered.Body as Readable, size: answered.ContentLength }
    },
  }
}
