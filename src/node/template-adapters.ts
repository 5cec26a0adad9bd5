import type { BrandReaderOptions } from '../adapters/brand/open-brand-reader.ts'
import type { BrandReader } from '../ports/brand-reader.ts'
import { lazilyOpened } from './lazily-opened.ts'

/** What a node needs to make templates. Its libraries are loaded when the first brand is read. */
export const openTemplateAdapters = ({
  logger,
  blobs,
  fetcher,
  folder,
}: BrandReaderOptions): { readonly brandReader: BrandReader; close(): Promise<void> } => {
  const brandReader = lazilyOpened<BrandReader>(['read'], async () =>
    (await import('../adapters/brand/open-brand-reader.ts')).openBrandReader({ logger, blobs, fetcher, folder }),
  )
  return { brandReader, close: brandReader.close }
}
