import { openCloudStorage } from '../adapters/cloud-storage/open.ts'
import { zipOf } from '../adapters/zip/yazl.ts'
import { mostFeedBytes } from '../domain/asset-sources/feed-format.ts'
import { remoteLimits } from '../domain/asset-sources/remote.ts'
import { openDspAccess } from '../dsp/access/open-dsp-access.ts'
import { openDspReadings } from '../dsp/reconcile/open-dsp-readings.ts'
import { openDspReviews } from '../dsp/reviews/open-dsp-reviews.ts'
import type { Composer } from '../ports/composer.ts'
import type { FeedParser } from '../ports/feed-parser.ts'
import type { FeedSources } from '../ports/feed-sources.ts'
import type { Fetcher } from '../ports/fetcher.ts'
import type { FileKinds } from '../ports/file-kinds.ts'
import type { Logger } from '../ports/logger.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { PictureChecks } from '../ports/picture-checks.ts'
import type { Ports } from '../ports/ports.ts'
import type { Recommender } from '../ports/recommender.ts'
import type { Renderer } from '../ports/renderer.ts'
import { type Config, isForDevelopment } from './config/read-config.ts'
import { endEach } from './end-each.ts'
import { lazilyOpened } from './lazily-opened.ts'
import { type DspShared, nodeDsp } from './node-dsp.ts'
import type { Stores } from './stores/open-stores.ts'

export type Outside = Pick<
  Ports,
  | 'fetcher'
  | 'adFetcher'
  | 'cloudStorage'
  | 'composer'
  | 'dsp'
  | 'dspAccess'
  | 'dspReviews'
  | 'dspReadings'
  | 'feedParser'
  | 'feedSources'
  | 'recommender'
  | 'renderer'
  | 'mailer'
  | 'fileKinds'
  | 'pictureChecks'
  | 'zip'
>

/**
 * The adapters of a node other than its stores: composing and rendering of ads, mail, outgoing requests, file types. Their libraries are half of
 * the code of a node, so all but the renderer's are loaded on first use.
 */
export const openOutside = (
  config: Config,
  logger: Logger,
  /** For feeds on their way. */
  temporary: string,
  shared: DspShared & Pick<Stores, 'secrets' | 'newWork'>,
): Outside & {
  /** For remote asset sources, which somebody waits for: feeds, which may take half an hour, hold none of its threads. */
  readonly remoteParser: FeedParser
  /** Loads what would block a node that answers requests: with the first drawing, nothing was answered for half a second. */
  load(): Promise<void>
  close(): Promise<void>
} => {
  const { egressAllow, egressAllowAds, dataDir, smtpUrl, mailFrom, publicUrl } = config
  const { chromiumPath, chromiumNoSandbox, chromiumMaxBytes, cloudMaxObjectBytes: maxObjectBytes } = config
  const settingOf = (name: string) => (isForDevelopment(config) ? name : undefined)
  const fetcherTo = (allowed: readonly string[], name: string) =>
    lazilyOpened<Fetcher>(['fetch', 'fetchBytes'], async () =>
      (await import('../adapters/fetcher/guarded.ts')).openFetcher({
        egressAllow: allowed,
        egressSetting: settingOf(name),
      }),
    )
  const fetcher = fetcherTo(egressAllow, 'EGRESS_ALLOW')
  const adFetcher = fetcherTo(egressAllowAds, 'EGRESS_ALLOW_ADS')
  const composer = lazilyOpened<Composer>(['compose', 'inspect'], async () =>
    (await import('../adapters/composer/open-composer.ts')).openComposer({ logger }),
  )
  const renderer = lazilyOpened<Renderer>(['render'], async () =>
    (await import('../adapters/renderer/chromium.ts')).openRenderer({
      executablePath: chromiumPath,
      noSandbox: chromiumNoSandbox,
      maxBytes: chromiumMaxBytes,
      gifMs: config.gifMaxMs,
      log: logger,
    }),
  )
  const mailer = lazilyOpened<Mailer>(['send'], async () =>
    (await import('../adapters/mailer/open-mailer.ts')).openMailer({ dataDir, smtpUrl, mailFrom, publicUrl, logger }),
  )
  const fileKinds = lazilyOpened<FileKinds>(
    ['kindOf', 'kindOfBeginning'],
    async () => (await import('../adapters/file-kinds/by-bytes.ts')).fileKindsByBytes,
  )
  const pictureChecks = lazilyOpened<PictureChecks>(['check'], async () =>
    (await import('../adapters/pictures/open-picture-checks.ts')).openPictureChecks({ logger }),
  )
  const dsp = nodeDsp(config, shared)
  const dspAccess = openDspAccess({ ...shared, dsp })
  const dspReadings = openDspReadings({ ...shared, dsp, dspAccess })
  const feedSources = lazilyOpened<FeedSources>(['fetch', 'checkAddress', 'keep'], async () =>
    (await import('../adapters/feed-sources/open-feed-sources.ts')).openFeedSources({
      fetcher,
      cloud: openCloudStorage({ fetcher, maxObjectBytes: mostFeedBytes }),
      egressAllow,
      egressSetting: settingOf('EGRESS_ALLOW'),
      folder: temporary,
    }),
  )
  const parserWith = (limits: object) =>
    lazilyOpened<FeedParser>(['sample', 'parse'], async () =>
      (await import('../adapters/feeds/open-feed-parser.ts')).openFeedParser({ logger, ...limits }),
    )
  const feedParser = parserWith({})
  const remoteParser = parserWith({ limits: remoteLimits, parseMs: 8_000, heapMb: 256 })
  const recommender = lazilyOpened<Recommender>(['recommend', 'checkViews'], async () =>
    (await import('../adapters/recommender/open-recommender.ts')).openRecommender({ logger }),
  )
  if (chromiumNoSandbox)
    logger.warn({}, 'CHROMIUM_NO_SANDBOX=1: pages of customers render without the sandbox of Chromium')
  return {
    fetcher,
    adFetcher,
    cloudStorage: openCloudStorage({ fetcher, maxObjectBytes }),
    composer,
    dsp,
    dspAccess,
    dspReviews: openDspReviews({ ...shared, dsp, dspAccess }),
    dspReadings,
    feedParser,
    remoteParser,
    feedSources,
    recommender,
    renderer,
    mailer,
    fileKinds,
    pictureChecks,
    zip: zipOf,
    load: async () => {
      await import('../adapters/renderer/chromium.ts')
      if (chromiumPath === undefined) return
      const { mustBeProgram } = await import('../adapters/renderer/process/program.ts')
      await mustBeProgram(chromiumPath).catch(err => logger.error({ err }, 'Chromium cannot be started'))
    },
    close: () =>
      endEach(
        mailer.close,
        composer.close,
        feedParser.close,
        remoteParser.close,
        recommender.close,
        renderer.close,
        pictureChecks.close,
        fetcher.close,
        adFetcher.close,
        async () => dspReadings.close(),
        dsp.close,
      ),
  }
}
