import { parentPort } from 'node:worker_threads'
import type { BrandFault } from '../../ports/brand-reader.ts'
import type { PageFile, PageFiles } from './page/page-findings.ts'
import type { PageLinks } from './page/page-links.ts'
import type { SourceRead } from './source-read.ts'
import { faultOf, Unreadable } from './unreadable.ts'

/** `out`: a folder for pictures, each named by its SHA-256. */
export type BrandTask =
  | { readonly do: 'links'; readonly page: PageFile; readonly url: string }
  | { readonly do: 'page'; readonly page: PageFiles; readonly out: string }
  | { readonly do: 'document'; readonly path: string; readonly charset?: string | undefined; readonly out: string }
  | { readonly do: 'pictures' | 'psd'; readonly path: string; readonly out: string }
export type BrandOutcome = PageLinks | SourceRead | BrandFault | { readonly broken: string }

/** Loads only what the task needs. */
const perform = async (task: BrandTask): Promise<PageLinks | SourceRead> => {
  if (task.do === 'links') {
    const { pageIn } = await import('./page/page-findings.ts')
    return (await import('./page/page-links.ts')).pageLinks(await pageIn(task.page), task.url)
  }
  const pictures = (await import('./pictures/kept-pictures.ts')).keepPictures(task.out)
  switch (task.do) {
    case 'page':
      return (await import('./page/page-findings.ts')).pageFindings(task.page, pictures)
    case 'document':
      return (await import('./document/document-findings.ts')).documentFindings(task.path, task.charset, pictures)
    case 'pictures':
      return (await import('./pictures/picture-findings.ts')).pictureFindings(task.path, pictures)
    case 'psd':
      return (await import('./psd/psd-findings.ts')).psdFindings(task.path, pictures)
  }
}

const done = async (task: BrandTask): Promise<BrandOutcome> => {
  try {
    return await perform(task)
  } catch (error) {
    if (error instanceof Unreadable) return faultOf(error)
    // a stack or a buffer beyond what there is
    if (error instanceof RangeError)
      return faultOf(new Unreadable('unreadable', 'The file is damaged, or nested too deeply.'))
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (task: BrandTask) => parentPort?.postMessage(await done(task)))
// libraries beyond this file load with the task, and count as its work
parentPort?.postMessage('ready')
