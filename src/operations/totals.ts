import { mostFeedBytes } from '../domain/asset-sources/feed-format.ts'
import { mostLabels } from '../domain/asset-sources/labels.ts'
import { mostFilmBytes, mostFilms } from '../domain/asset-sources/motion-faults.ts'
import { mostProducts } from '../domain/asset-sources/recommendation-config.ts'
import { mostCellBytes, mostColumns, mostRowBytes } from '../domain/asset-sources/row-set.ts'
import { mostUnpackedViewBytes, mostViews } from '../domain/asset-sources/source-views.ts'
import { maxPixels, mostLibraryPaths, mostTemplatePaths } from '../domain/assets/bounds.ts'
import { maxDepth, maxLeaves } from '../domain/campaigns/condition.ts'
import { maxCreativesBytes } from '../domain/creatives/campaign-bytes.ts'
import { mostProductCreatives } from '../domain/creatives/product-creative.ts'
import { mostConfigurations } from '../domain/dsp/configurations.ts'
import { maxConfigurationBytes, maxSecrets } from '../domain/media-channels/configuration.ts'
import { maxPlanBytes, mostPlacements, mostSites } from '../domain/media-plans/plan.ts'
import type { ProblemCode } from '../domain/problems.ts'
import { binarySize } from '../domain/shared/wording.ts'
import { mostVersions } from '../domain/templates/conversation-state.ts'
import { mostWebhooks } from '../domain/webhooks/webhooks.ts'
import { mostConversations } from '../templates/template-conversations.ts'

/** A bound of what is stored together, or of what a file or feed holds, which no single field has. */
export type Total = {
  readonly of: string
  readonly most: string
  /** The problem of the request beyond it, or what happens to the work that meets it. */
  readonly beyond: ProblemCode | { readonly instead: string }
}

const number = (value: number): string => value.toLocaleString('en-US')
const failsRun = { instead: 'the run or job fails and names it' }

/** The bounds that rules of the domain have beside those of the codecs (HTTP-34). */
export const totals: readonly Total[] = [
  { of: 'the creatives of a campaign, in memory', most: binarySize(maxCreativesBytes), beyond: 'invalid-request' },
  { of: 'library paths that a creative names', most: number(mostLibraryPaths), beyond: 'invalid-request' },
  { of: 'library paths that a template campaign names', most: number(mostTemplatePaths), beyond: 'invalid-request' },
  {
    of: 'rows of the product feed of a campaign',
    most: number(mostProductCreatives),
    beyond: { instead: 'the campaign shows no products and says why' },
  },
  { of: 'sites of a media plan', most: number(mostSites), beyond: 'invalid-request' },
  { of: 'placements of a site', most: number(mostPlacements), beyond: 'invalid-request' },
  { of: 'a media plan as JSON', most: binarySize(maxPlanBytes), beyond: 'invalid-request' },
  { of: 'levels of a decision graph’s condition', most: number(maxDepth), beyond: 'invalid-request' },
  { of: 'leaves of a decision graph’s conditions', most: number(maxLeaves), beyond: 'invalid-request' },
  { of: 'conversations of a template request', most: number(mostConversations), beyond: 'too-many-conversations' },
  { of: 'versions of a template conversation', most: number(mostVersions), beyond: 'too-many-versions' },
  { of: 'webhooks of an account', most: number(mostWebhooks), beyond: 'too-many-webhooks' },
  { of: 'DSP configurations of an account', most: number(mostConfigurations), beyond: 'dsp-unreadable' },
  {
    of: 'additionalConfiguration of a media channel as JSON',
    most: binarySize(maxConfigurationBytes),
    beyond: 'invalid-request',
  },
  { of: 'secrets of a media channel', most: number(maxSecrets), beyond: 'invalid-request' },
  { of: 'labels of an asset source', most: number(mostLabels), beyond: 'invalid-request' },
  { of: 'columns of sent rows', most: number(mostColumns), beyond: 'too-large' },
  { of: 'a cell of sent rows', most: binarySize(mostCellBytes), beyond: 'too-large' },
  { of: 'columns of a feed or remote source', most: number(mostColumns), beyond: failsRun },
  {
    of: 'a cell of a feed',
    most: binarySize(mostCellBytes),
    beyond: { instead: 'the cell is left empty, with a warning' },
  },
  { of: 'a row of a feed', most: binarySize(mostRowBytes), beyond: failsRun },
  { of: 'a feed', most: binarySize(mostFeedBytes), beyond: failsRun },
  { of: 'a file of view events, unpacked', most: binarySize(mostUnpackedViewBytes), beyond: 'views-unreadable' },
  { of: 'view events of a file', most: number(mostViews), beyond: 'views-unreadable' },
  { of: 'products of a recommendation', most: number(mostProducts), beyond: failsRun },
  { of: 'films of a run of motion assets', most: number(mostFilms), beyond: 'invalid-request' },
  { of: 'a film', most: binarySize(mostFilmBytes), beyond: failsRun },
  { of: 'pixels of a picture', most: number(maxPixels), beyond: 'too-large' },
]
