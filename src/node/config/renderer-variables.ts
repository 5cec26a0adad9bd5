import * as t from 'io-ts'
import { flag, orElse, whole } from './codecs.ts'

/** Chromium, and the cache of what it has drawn. */
export const rendererVariables = {
  CHROMIUM_PATH: {
    field: 'chromiumPath',
    shown: 'detected, else the npm package',
    codec: orElse(undefined, t.string),
    means: 'The Chromium that renders.',
  },
  CHROMIUM_NO_SANDBOX: {
    field: 'chromiumNoSandbox',
    shown: '0',
    codec: orElse(false, flag),
    means: '1 runs Chromium without its sandbox, where the machine denies user namespaces.',
  },
  CHROMIUM_MAX_BYTES: {
    field: 'chromiumMaxBytes',
    shown: '1 GiB and half a GiB a page',
    codec: orElse(undefined, whole(268_435_456, 2 ** 50)),
    means: 'Memory that all processes of Chromium may hold, in bytes; above it the largest page is ended.',
  },
  RENDER_CACHE_BYTES: {
    field: 'renderCacheBytes',
    shown: '5368709120',
    codec: orElse(5_368_709_120, whole(0, 2 ** 50)),
    means: 'Size limit of the render cache in bytes; the least recently used files are removed first.',
  },
  GIF_MAX_MS: {
    field: 'gifMaxMs',
    shown: '30000',
    codec: orElse(30_000, whole(0, 3_600_000)),
    means:
      'Milliseconds within which an exported animated GIF ends, after whole rounds, one at least; 0: it repeats for ever.',
  },
} as const
