import { JWT } from 'google-auth-library'
import type { CloudRoot } from '../../domain/cloud/root-dir.ts'
import type { CloudCredentials, CloudObject } from '../../ports/cloud-storage.ts'
import { isCostlyKey, mostKeyBits } from '../fetcher/costly-key.ts'
import { Refused } from '../fetcher/refused.ts'
import { type Exchange, textOf } from './exchange.ts'
import type { Reader } from './reader.ts'

const googleOrigin = 'https://storage.googleapis.com'
const readOnly = 'https://www.googleapis.com/auth/devstorage.read_only'

/** A response other than 200, as an error with its status. */
class GoogleRefusal extends Error {
  override readonly name: string
  readonly statusCode: number
  constructor(name: string, statusCode: number) {
    super(`status ${statusCode}`)
    this.name = name
    this.statusCode = statusCode
  }
}

type Listed = {
  readonly items?: readonly { readonly name?: string; readonly size?: string; readonly updated?: string }[]
  readonly nextPageToken?: string
}

const objectOf = ({ name, size, updated }: NonNullable<Listed['items']>[number]): CloudObject[] =>
  name === undefined ? [] : [{ key: name, size: Number(size ?? 0), modifiedAt: new Date(updated ?? 0).toISOString() }]

/**
 * Google Cloud Storage. Google's library signs the requests, but its storage client opens connections that cannot be
 * guarded, so the two calls of the JSON API go through the guarded exchange. The service account signs its own token
 * (AIP-4111), so no second host is involved.
 */
export const openGoogle = (root: CloudRoot, { accessKey, secretKey }: CloudCredentials, exchange: Exchange): Reader => {
  // keys are copied from JSON files, where line ends are written as \n
  const key = secretKey.replaceAll('\\n', '\n')
  const account = new JWT({ email: accessKey, key, scopes: [readOnly] })
  account.useJWTAccessWithScope = true
  const base = `${root.origin ?? googleOrigin}/storage/v1/b/${encodeURIComponent(root.bucket)}/o`

  const headers = async (): Promise<Record<string, string>> => {
    try {
      if (isCostlyKey(key)) throw new Refused('secret-refused', `keys of more than ${mostKeyBits} bits are refused`)
      return Object.fromEntries(await account.getRequestHeaders())
    } catch (cause) {
      if (cause instanceof Refused) throw cause
      throw new Refused('secret-refused', 'the secret key is not a private key in PEM', { cause })
    }
  }
  const ask = async (url: string, answer: 'listing' | 'object', missing: string, signal?: AbortSignal) => {
    const answered = await exchange({ url, headers: await headers(), answer, signal })
    if (answered.status === 200) return answered.body
    answered.body.on('error', () => undefined).destroy()
    throw new GoogleRefusal(answered.status === 404 ? missing : 'Refused', answered.status)
  }
  return {
    async list({ prefix, limit, page, signal }) {
      const query = new URLSearchParams({
        prefix,
        maxResults: String(limit),
        fields: 'items(name,size,updated),nextPageToken',
        ...(page === undefined ? {} : { pageToken: page }),
      })
      const listed: Listed = JSON.parse(await textOf(await ask(`${base}?${query}`, 'listing', 'NoSuchBucket', signal)))
      const next = listed.nextPageToken
      return { objects: (listed.items ?? []).flatMap(objectOf), ...(next === undefined ? {} : { next }) }
    },
    open: async (key, signal) => ({
      body: await ask(`${base}/${encodeURIComponent(key)}?alt=media`, 'object', 'NoSuchKey', signal),
    }),
  }
}
