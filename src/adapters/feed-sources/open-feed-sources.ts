import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CloudStorages } from '../../ports/cloud-storage.ts'
import { diskFault } from '../../ports/disk-fault.ts'
import type { FeedAddress, FeedCredentials, FeedSources, FetchedFeed, FetchOptions } from '../../ports/feed-sources.ts'
import type { Fetcher } from '../../ports/fetcher.ts'
import { openEgress } from '../fetcher/egress.ts'
import { Refused } from '../fetcher/refused.ts'
import { NotFetched, type Transfer } from './fault.ts'
import { overHttp } from './over-http.ts'
import { overS3 } from './over-s3.ts'
import { refusedAddress } from './refused-address.ts'
import { type Patience, toFile, usualPatience } from './to-file.ts'

type Options = {
  readonly fetcher: Fetcher
  readonly cloud: CloudStorages
  readonly egressAllow: readonly string[]
  /** As of the fetcher. */
  readonly egressSetting?: string | undefined
  /** Exists, belongs to this node, and is emptied when the node has ended. */
  readonly folder: string
  /** For tests: shorter limits. */
  readonly patience?: Partial<Patience>
}

/** Bytes beyond what is kept that a server may announce: the transfer is cut, not refused. */
const anyBytes = Number.MAX_SAFE_INTEGER

/** Begins a transfer; its signal aborts after `ms` milliseconds unless it has begun, which throws NotFetched. */
const begun = async (
  ms: number,
  signal: AbortSignal | undefined,
  begin: (signal: AbortSignal) => Promise<Transfer>,
): Promise<Transfer> => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await begin(signal ? AbortSignal.any([late.signal, signal]) : late.signal)
  } catch (error) {
    if (!late.signal.aborted) throw error
    throw new NotFetched('timeout', `The server did not begin to send the feed within ${ms / 1_000} s.`)
  } finally {
    clearTimeout(timer)
  }
}

/** Fetches feeds over HTTP, HTTPS, FTP, SFTP and S3. */
export const openFeedSources = ({ fetcher, cloud, folder, ...options }: Options): FeedSources => {
  const egress = openEgress(options.egressAllow, options.egressSetting)
  const patience = { ...usualPatience, ...options.patience }
  const kept = async (
    { body, isWhole, warnings }: Transfer,
    { mostBytes, signal }: FetchOptions,
  ): Promise<FetchedFeed> => {
    body.on('error', () => undefined)
    const own = await mkdtemp(join(folder, 'feed-')).catch(diskFault)
    const close = () => rm(own, { recursive: true, force: true })
    try {
      const path = join(own, 'feed')
      const written = await toFile(body, path, mostBytes, patience, signal)
      return { path, ...written, isWhole: isWhole && !written.cut, warnings, close }
    } catch (error) {
      await close()
      throw error
    }
  }
  const bodyOf = async (address: FeedAddress, credentials: FeedCredentials, signal: AbortSignal): Promise<Transfer> => {
    switch (address.urlType) {
      case 'http':
      case 'https':
        return overHttp(fetcher, address, credentials, anyBytes, signal)
      case 'ftp':
        return (await import('./over-ftp.ts')).overFtp(address, credentials, egress, signal)
      case 'sftp':
        return (await import('./over-sftp.ts')).overSftp(address, credentials, egress, signal)
      case 's3':
        return overS3(cloud, address, credentials, signal)
    }
  }
  return {
    async fetch(address, credentials, options) {
      try {
        const begin = (signal: AbortSignal) => bodyOf(address, credentials, signal)
        return await kept(await begun(patience.beginMs, options.signal, begin), options)
      } catch (error) {
        options.signal?.throwIfAborted()
        if (error instanceof NotFetched) return { code: error.code, detail: error.message }
        if (error instanceof Refused)
          return { code: error.code, detail: `The transfer of the feed was interrupted: ${error.message}.` }
        // the transfer broke; a full disk is ours
        if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return diskFault(error)
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection'
        return { code: 'unreachable', detail: `The transfer of the feed was interrupted (${code}).` }
      }
    },
    checkAddress: address => refusedAddress(address, egress),
    keep: (body, options) => kept({ body, isWhole: true, warnings: [] }, options),
  }
}
