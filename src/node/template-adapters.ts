import type { BrandReaderOptions } from '../adapters/brand/open-brand-reader.ts'
import type { BrandReader } from '../ports/brand-reader.ts'
import type { Ports } from '../ports/ports.ts'
import type { Config } from './config/read-config.ts'
import { endEach } from './end-each.ts'
import { lazilyOpened } from './lazily-opened.ts'
import { type GeneratorShared, nodeGenerator } from './node-generator.ts'

type TemplatePorts = Pick<Ports, 'brandReader' | 'templateGenerator' | 'generativeService'> & { close(): Promise<void> }

/** What a node needs to make templates. Its libraries are loaded when the first brand is read, or the first template made. */
export const openTemplateAdapters = (config: Config, shared: BrandReaderOptions & GeneratorShared): TemplatePorts => {
  const { logger, blobs, fetcher, folder } = shared
  const brandReader = lazilyOpened<BrandReader>(['read', 'check'], async () =>
    (await import('../adapters/brand/open-brand-reader.ts')).openBrandReader({ logger, blobs, fetcher, folder }),
  )
  const { close: closeGenerator, ...generators } = nodeGenerator(config, shared)
  return {
    brandReader,
    ...generators,
    close: () => endEach(brandReader.close, closeGenerator),
  }
}
