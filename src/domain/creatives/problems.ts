import { type Problems, problem } from '../shared/problem.ts'

/** Problem codes of this area. */
export const creativesProblems = {
  'creative-exists': problem(
    'conflict',
    'The creative already exists',
    'service ADD only creates new creatives.',
    'Send service UPDATE, or none, to change the creative; or choose another name.',
  ),
  'wrong-asset-source-type': problem(
    'conflict',
    'The campaign has another asset source type',
    'The operation requires a campaign with the asset source type that `detail` names.',
    'Use the operations of the type that the campaign has: creative for uploadAsset, hybrid-creative for hybridAsset.',
  ),
  'picture-missing': problem(
    'conflict',
    'The image cannot be rendered',
    '`detail` says why the ad cannot be rendered.',
    'Correct the column or the ad unit that `detail` names. A file is drawn from the asset library or from an address that can be reached.',
  ),
  'renderer-unavailable': problem(
    'unavailable',
    'The renderer is unavailable',
    'Chromium cannot be started, or was ended while it rendered. This is not the fault of the ad.',
    'Retry after a moment. If it stays so, the operator looks at /readyz and the log.',
  ),
  'index-not-ready': problem(
    'unavailable',
    'The products are still being indexed',
    'New rows of a product feed are indexed when they are first looked up. A million rows take some seconds.',
    'Retry after a moment.',
  ),
  'document-too-costly': problem(
    'unprocessable',
    'The ad takes too much time, memory or space',
    'Composing and checking the HTML of an ad has limits: 4 MiB for the document, 2 seconds, 192 MiB of memory and 500 files of the library. `detail` names the limit.',
    'Simplify the HTML of the ad unit, or shorten the values that it repeats.',
  ),
} as const satisfies Problems
