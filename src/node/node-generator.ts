import { hostOf } from '../adapters/template-generator/model/settings.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Fetcher } from '../ports/fetcher.ts'
import type { GenerativeService } from '../ports/generative-service.ts'
import type { Logger } from '../ports/logger.ts'
import type { Renderer } from '../ports/renderer.ts'
import type { TemplateGenerator } from '../ports/template-generator.ts'
import { modelSettings } from './config/generator-settings.ts'
import type { Config } from './config/read-config.ts'
import { endEach } from './end-each.ts'
import { lazilyOpened } from './lazily-opened.ts'

export type GeneratorShared = {
  readonly blobs: Pick<Blobs, 'read'>
  readonly renderer: Pick<Renderer, 'render'>
  readonly logger: Logger
}
type Generators = {
  readonly templateGenerator: TemplateGenerator
  readonly generativeService: GenerativeService | undefined
  close(): Promise<void>
}

/** A fetcher that reaches one host of the configuration, which may be private, besides public ones. */
const fetcherTo = (url: string) =>
  lazilyOpened<Fetcher>(['fetch', 'fetchBytes'], async () =>
    (await import('../adapters/fetcher/guarded.ts')).openFetcher({ egressAllow: [hostOf(url)] }),
  )

/** Makes the templates of a node: by the rules that are built in, or by the model that the environment names. */
export const nodeGenerator = (config: Config, { blobs, renderer, logger }: GeneratorShared): Generators => {
  const model = modelSettings(config)
  const fetcher = model && fetcherTo(model.url)
  const generator = lazilyOpened<Omit<TemplateGenerator, 'name' | 'provider'> & { close(): Promise<void> }>(
    ['compose', 'edit'],
    async () => {
      const { openThreads } = await import('../adapters/template-generator/open-threads.ts')
      const { openChecks } = await import('../adapters/template-generator/checks/open-checks.ts')
      const threads = openThreads(logger)
      const checks = openChecks({ threads, renderer, blobs, logger })
      if (model === undefined || fetcher === undefined) {
        const { openBuiltIn } = await import('../adapters/template-generator/built-in/open-built-in.ts')
        const { composeDesign } = await import('../adapters/template-generator/built-in/compose-design.ts')
        const { pictureLooks } = await import('../adapters/template-generator/built-in/picture-look.ts')
        const { backdrops } = await import('../adapters/template-generator/built-in/backdrops.ts')
        const means = { threads, checks, composeDesign, lookOf: pictureLooks(blobs), backdropOf: backdrops(blobs) }
        return { ...openBuiltIn(means), close: threads.close }
      }
      const { openModel } = await import('../adapters/template-generator/model/open-model.ts')
      return { ...openModel({ settings: model, fetcher, checks }), close: threads.close }
    },
  )
  const { generativeServiceUrl: url } = config
  const serviceFetcher = url === undefined ? undefined : fetcherTo(url)
  const service =
    url === undefined || serviceFetcher === undefined
      ? undefined
      : lazilyOpened<GenerativeService>(['start'], async () =>
          (await import('../adapters/generative-service/open-generative-service.ts')).openGenerativeService({
            url,
            fetcher: serviceFetcher,
          }),
        )
  return {
    templateGenerator: {
      ...generator,
      ...(model ? { name: model.model, provider: hostOf(model.url) } : { name: 'built-in' }),
    },
    generativeService: service,
    close: () =>
      endEach(
        generator.close,
        () => fetcher?.close(),
        () => serviceFetcher?.close(),
      ),
  }
}
