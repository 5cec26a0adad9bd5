import { join } from 'node:path'
import pMap from 'p-map'
import type { Fetcher } from '../../ports/fetcher.ts'
import { fetchFile } from './fetch-file.ts'
import { limits } from './limits.ts'
import type { FetchedPicture, PageFile, PageFiles } from './page/page-findings.ts'
import type { PageLinks } from './page/page-links.ts'
import { Unreadable } from './unreadable.ts'

/** Files of one page that are fetched at a time. */
const concurrency = 4

const numbered = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`)

/** Fetches what a page names into a folder. What cannot be fetched is left out and counted in the warnings. */
export const fetchPage = async (
  fetcher: Fetcher,
  page: PageFile,
  { styleSheets, pictures }: PageLinks,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly files: PageFiles; readonly warnings: readonly string[] }> => {
  let missing = 0
  const fetched = async (url: string, name: string, maxBytes: number): Promise<string | undefined> => {
    try {
      signal.throwIfAborted()
      return (await fetchFile(fetcher, url, join(folder, name), { maxBytes, signal })).path
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      missing++
      return undefined
    }
  }
  const sheets = await pMap(styleSheets, (url, at) => fetched(url, `sheet-${at}`, limits.styleSheet), { concurrency })
  const shown = await pMap(
    pictures,
    async (picture, at): Promise<FetchedPicture | undefined> => {
      const path = await fetched(picture.source, `picture-${at}`, limits.pagePicture)
      return path === undefined ? undefined : { ...picture, path }
    },
    { concurrency },
  )
  return {
    files: {
      ...page,
      styleSheets: sheets.filter(path => path !== undefined),
      pictures: shown.filter(picture => picture !== undefined),
    },
    warnings: missing === 0 ? [] : [`${numbered(missing, 'file', 'files')} that the page names could not be fetched.`],
  }
}
