import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BrandImage } from '../../domain/templates/brand.ts'
import { BlobMissing, type Blobs, type PutOptions } from '../../ports/blobs.ts'
import type { BrandSource } from '../../ports/brand-reader.ts'
import type { Fetcher } from '../../ports/fetcher.ts'
import { beginningOf } from '../files/beginning-of.ts'
import type { BrandOutcome, BrandTask } from './brand-thread.ts'
import { fetchAnswer, statusFault } from './fetch-file.ts'
import { fetchPage } from './fetch-page.ts'
import { limits } from './limits.ts'
import type { PageLinks } from './page/page-links.ts'
import { kindOf } from './source-kind.ts'
import type { SourceRead } from './source-read.ts'
import { Unreadable } from './unreadable.ts'

/** Gives a task to a thread; throws Unreadable. */
export type RunTask = (
  task: BrandTask,
) => Promise<Exclude<BrandOutcome, { readonly broken: string } | { readonly code: string }>>
type Parts = { readonly blobs: Blobs; readonly fetcher: Fetcher; readonly run: RunTask }
/** `folder`: an empty one for files of this source alone. */
type Place = { readonly folder: string; readonly signal: AbortSignal }

/** A challenge, or a page to log in, comes with any status but those of redirects. */
const mayBeAPage = (status: number): boolean => status === 200 || status === 202 || status >= 400

const isLinks = (outcome: PageLinks | SourceRead): outcome is PageLinks => 'styleSheets' in outcome

/** Reads one source: its bytes come into a file first, and threads read files. */
export const sourceReader = ({ blobs, fetcher, run }: Parts) => {
  const readTask = async (task: BrandTask): Promise<SourceRead> => {
    const outcome = await run(task)
    if (isLinks(outcome)) throw new Error(`a ${task.do} was answered with links`)
    return outcome
  }
  const blobInFile = async (sha256: string, maxBytes: number, { folder, signal }: Place): Promise<string> => {
    const found = await blobs.stat(sha256)
    if (found === undefined) throw new Unreadable('unreadable', 'The file is no longer stored.')
    if (found.size > maxBytes) throw new Unreadable('too-large', `The file has more than ${maxBytes / 1_048_576} MiB.`)
    const path = join(folder, 'source')
    try {
      await pipeline(await blobs.open(sha256), createWriteStream(path), { signal })
    } catch (error) {
      if (error instanceof BlobMissing) throw new Unreadable('unreadable', 'The file is no longer stored.')
      throw error
    }
    return path
  }
  const readUrl = async (url: string, { folder, signal }: Place): Promise<SourceRead> => {
    const bounds = { maxBytes: limits.document, signal }
    const page = await fetchAnswer(fetcher, url, join(folder, 'source'), bounds, mayBeAPage)
    const { path, charset, answer } = page
    const isRefused = answer.status !== 200
    if (kindOf(await beginningOf(path)) !== 'html') {
      if (isRefused) throw statusFault(answer.status)
      return readTask({ do: 'document', path, charset, out: folder })
    }
    const links = await run({ do: 'links', page, url: page.url })
    if (!isLinks(links)) throw new Error('links were answered with findings')
    // the brand goes without its page where a visitor is asked to prove something; other answers are faults
    if (isRefused && links.instead === undefined) throw statusFault(answer.status)
    const { files, warnings } = await fetchPage(fetcher, page, links, folder, signal)
    const read = await readTask({ do: 'page', page: files, out: folder })
    return { ...read, warnings: [...warnings, ...read.warnings] }
  }
  return async (source: BrandSource, place: Place): Promise<SourceRead> => {
    const out = place.folder
    switch (source.kind) {
      case 'url':
        return readUrl(source.url, place)
      case 'document':
        return readTask({ do: 'document', path: await blobInFile(source.blob, limits.document, place), out })
      case 'pictures':
        return readTask({ do: 'pictures', path: await blobInFile(source.blob, limits.pictures, place), out })
      case 'psd':
        return readTask({ do: 'psd', path: await blobInFile(source.blob, limits.psd, place), out })
    }
  }
}

/** Stores pictures from the folders that the threads of their sources wrote them to. */
export const storePictures = async (
  blobs: Blobs,
  pictures: readonly Pick<BrandImage, 'blob'>[],
  { folders, signal }: { readonly folders: readonly string[]; readonly signal: AbortSignal },
  options: Pick<PutOptions, 'mayStore'> = {},
): Promise<void> => {
  for (const sha256 of new Set(pictures.map(({ blob }) => blob))) {
    signal.throwIfAborted()
    const path = folders.map(folder => join(folder, sha256)).find(existsSync)
    if (path === undefined) throw new Error(`no source wrote the picture ${sha256}`)
    const stored = await blobs.put(createReadStream(path), options)
    if (stored.sha256 !== sha256) throw new Error(`the picture ${sha256} was written as ${stored.sha256}`)
  }
}
