import type { CloudRoot } from '../../domain/cloud/root-dir.ts'
import {
  type CloudCredentials,
  type CloudObject,
  type CloudPage,
  type CloudStorage,
  type CloudStorages,
  isCloudFailure,
} from '../../ports/cloud-storage.ts'
import type { Fetcher } from '../../ports/fetcher.ts'
import { type Exchange, guardedExchange, keysAtOnce, type ObjectBound, type Patience } from './exchange.ts'
import { failureOf } from './failure.ts'
import type { Reader } from './reader.ts'

/** The vendors' clients are large, so each is loaded on first use. */
const readerOf = async (
  root: CloudRoot,
  credentials: CloudCredentials,
  exchange: Exchange,
  bound: ObjectBound,
): Promise<Reader> => {
  switch (root.serviceType) {
    case 'AmazonS3':
    case 'S3Compatible':
      return (await import('./s3.ts')).openS3(root, credentials, exchange)
    case 'GoogleCloudStorage':
      return (await import('./google.ts')).openGoogle(root, credentials, exchange)
    case 'AzureBlob':
      return (await import('./azure.ts')).openAzure(root, credentials, exchange, bound)
  }
}

/** A key with such a segment would point to another resource once it is part of a URL. */
const leavesItsPlace = (key: string): boolean => key.split('/').some(segment => segment === '.' || segment === '..')

/** A page of a listing from as many requests as it needs, or from fewer if the service gives shorter pages. */
const pageFrom = async (
  reader: Reader,
  { limit, page, ...asked }: Parameters<Reader['list']>[0],
): Promise<CloudPage> => {
  const objects: CloudObject[] = []
  let next = page
  for (let known = 0; known < limit; known += keysAtOnce) {
    const part = await reader.list({ ...asked, limit: Math.min(keysAtOnce, limit - known), page: next })
    objects.push(...part.objects)
    if (part.next === undefined) return { objects }
    next = part.next
  }
  return { objects, ...(next === undefined ? {} : { next }) }
}

/** Wraps a reader to return errors instead of throwing them. */
const answering = (reader: Reader): CloudStorage => {
  const list: CloudStorage['list'] = options => pageFrom(reader, options).catch(failureOf)
  return {
    list,
    async open(key, signal) {
      if (leavesItsPlace(key))
        return { code: 'name-refused', detail: 'Object names with a segment . or .. are not supported.' }
      return reader.open(key, signal).catch(failureOf)
    },
    async check(prefix) {
      const page = await list({ prefix, limit: 1 })
      return isCloudFailure(page) ? page : undefined
    },
  }
}

type Options = ObjectBound & { readonly fetcher: Fetcher; readonly patience?: Patience }

/**
 * Opens cloud services with the vendors' clients. All connections go through the guarded `fetcher`. A listing may take
 * 20 s; a download may take any time, with at most 20 s without data, but has at most `maxObjectBytes`.
 */
export const openCloudStorage = ({ fetcher, patience, maxObjectBytes }: Options): CloudStorages => {
  const exchange = guardedExchange(fetcher, { maxObjectBytes }, patience)
  return {
    async open(root, credentials) {
      try {
        return answering(await readerOf(root, credentials, exchange, { maxObjectBytes }))
      } catch (error) {
        const failure = failureOf(error)
        return { list: async () => failure, open: async () => failure, check: async () => failure }
      }
    },
  }
}
