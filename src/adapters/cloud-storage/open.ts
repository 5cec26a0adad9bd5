import type { CloudRoot } from '../../domain/cloud/root-dir.ts'
import {
  type CloudCredentials,
  type CloudStorage,
  type CloudStorages,
  isCloudFailure,
} from '../../ports/cloud-storage.ts'
import type { Fetcher } from '../../ports/fetcher.ts'
import { type Exchange, guardedExchange, type Patience } from './exchange.ts'
import { failureOf } from './failure.ts'
import type { Reader } from './reader.ts'

/** The clients of the makers are large: each is loaded when its first service is opened. */
const readerOf = async (root: CloudRoot, credentials: CloudCredentials, exchange: Exchange): Promise<Reader> => {
  switch (root.serviceType) {
    case 'AmazonS3':
    case 'S3Compatible':
      return (await import('./s3.ts')).openS3(root, credentials, exchange)
    case 'GoogleCloudStorage':
      return (await import('./google.ts')).openGoogle(root, credentials, exchange)
    case 'AzureBlob':
      return (await import('./azure.ts')).openAzure(root, credentials, exchange)
  }
}

/** A key with such a segment would lead elsewhere once it stands in an address. */
const leavesItsPlace = (key: string): boolean => key.split('/').some(segment => segment === '.' || segment === '..')

/** A reader whose errors are answers. */
const answering = (reader: Reader): CloudStorage => {
  const list: CloudStorage['list'] = options => reader.list(options).catch(failureOf)
  return {
    list,
    async open(key, signal) {
      if (leavesItsPlace(key))
        return { code: 'name-refused', detail: 'The name has a segment . or .. and is not opened.' }
      return reader.open(key, signal).catch(failureOf)
    },
    async check(prefix) {
      const page = await list({ prefix, limit: 1 })
      return isCloudFailure(page) ? page : undefined
    },
  }
}

type Options = { readonly fetcher: Fetcher; readonly patience?: Patience }

/**
 * Cloud services by the clients of their makers, every connection through `fetcher`, which guards it. A listing has 20 s;
 * an object takes as long as it takes, with 20 s of silence at most.
 */
export const openCloudStorage = ({ fetcher, patience }: Options): CloudStorages => {
  const exchange = guardedExchange(fetcher, patience)
  return {
    async open(root, credentials) {
      try {
        return answering(await readerOf(root, credentials, exchange))
      } catch (error) {
        const failure = failureOf(error)
        return { list: async () => failure, open: async () => failure, check: async () => failure }
      }
    },
  }
}
