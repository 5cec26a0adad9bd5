import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zipOf } from '../../../src/adapters/zip/yazl.ts'
import { composedAd } from '../../../src/domain/creatives/composed-ad.ts'
import { templateFacts } from '../../../src/domain/creatives/template-facts.ts'
import { defaultTrackerTypes } from '../../../src/domain/trackers/registry.ts'
import { BlobMissing, type Blobs } from '../../../src/ports/blobs.ts'
import type { Composer } from '../../../src/ports/composer.ts'
import type { Mail, Mailer, MailFailure } from '../../../src/ports/mailer.ts'
import type { PictureChecks } from '../../../src/ports/picture-checks.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import type { RenderCache } from '../../../src/ports/render-cache.ts'
import type { Rendered, Renderer, RenderFailure, RenderJob } from '../../../src/ports/renderer.ts'
import type { Secrets } from '../../../src/ports/secrets.ts'
import { testSecrets } from '../service/http.ts'

/** In-memory blobs. */
export const memoryBlobs = (): Blobs & { readonly kept: ReadonlyMap<string, Buffer> } => {
  const kept = new Map<string, Buffer>()
  const read = async (sha256: string) => {
    const bytes = kept.get(sha256)
    if (!bytes) throw new BlobMissing(sha256)
    return bytes
  }
  return {
    kept,
    read,
    async put(bytes, { mayStore } = {}) {
      const whole = bytes instanceof Uint8Array ? Buffer.from(bytes) : await buffer(bytes)
      const sha256 = createHash('sha256').update(whole).digest('hex')
      await mayStore?.({ sha256, size: whole.length })
      kept.set(sha256, whole)
      return { sha256, size: whole.length }
    },
    async stat(sha256) {
      const bytes = kept.get(sha256)
      return bytes && { sha256, size: bytes.length, modifiedAt: new Date(0) }
    },
    open: async (sha256, range) =>
      Readable.from([(await read(sha256)).subarray(range?.start ?? 0, range ? range.end + 1 : undefined)]),
    delete: async sha256 => void kept.delete(sha256),
    async deleteOld(sha256) {
      kept.delete(sha256)
      return true
    },
    async *list() {
      for (const [sha256, bytes] of kept) yield { sha256, size: bytes.length, modifiedAt: new Date(0) }
    },
  }
}

export const memoryRenderCache = (): RenderCache => {
  const kept = new Map<string, Buffer>()
  const failures = new Map<string, RenderFailure>()
  const passing = new Map<string, Buffer>()
  return {
    get: async key => kept.get(key),
    put: async (key, bytes) => void kept.set(key, bytes),
    passing: key => passing.get(key),
    putPassing: (key, bytes) => void passing.set(key, bytes),
    failure: key => failures.get(key),
    putFailure: (key, failure) => void failures.set(key, failure),
    once: (_, work) => work(),
    bytes: () => [...kept.values()].reduce((sum, { length }) => sum + length, 0),
  }
}

type Draws = (job: RenderJob) => Promise<Rendered | RenderFailure> | Rendered | RenderFailure
/** Renders a page to the bytes of its HTML, or as a test specifies; `jobs` lists the rendered pages. */
export const fakeRenderer = (draws?: Draws): Renderer & { readonly jobs: RenderJob[] } => {
  const jobs: RenderJob[] = []
  return {
    jobs,
    async render(job) {
      jobs.push(job)
      return draws ? draws(job) : { bytes: Buffer.from(job.html), missing: [] }
    },
    close: async () => undefined,
  }
}

/** Composes at once, without a limit of time. */
export const fakeComposer: Composer = {
  compose: async ({ html, htmlSha256: _, ...input }) => composedAd({ ...input, html: await html() }),
  inspect: async ({ html }) => templateFacts(await html()),
  close: async () => undefined,
}

/** Takes every file for a whole picture. */
export const fakePictureChecks: PictureChecks = { check: async () => ({}), close: async () => undefined }

/** Accepts mails, or refuses them as a test specifies; `sent` lists the accepted mails. */
export const fakeMailer = (
  refuses: (mail: Mail) => MailFailure | undefined = () => undefined,
): Mailer & { readonly sent: Mail[] } => {
  const sent: Mail[] = []
  return {
    sent,
    async send(mail) {
      const failure = refuses(mail)
      if (!failure) sent.push(mail)
      return failure
    },
    close: async () => undefined,
  }
}

/** Seals by adding a prefix; `erased` accounts no longer have a key. */
export const fakeSecrets = (erased: ReadonlySet<string> = new Set()): Secrets => ({
  ...testSecrets,
  sealForAccount: async (_, plain) => `sealed ${plain}`,
  sealForPerson: async (_, __, plain) => `sealed ${plain}`,
  sealBeside: async (accountId, _, plain) => (erased.has(accountId) ? undefined : `sealed ${plain}`),
  unsealForAccount: async (accountId, sealed) => (erased.has(accountId) ? undefined : sealed.replace('sealed ', '')),
})

/** Fakes of all ports used by rendering and mailing processes. */
export const fakeWorld = (over: Partial<Ports> = {}) => ({
  blobs: memoryBlobs(),
  renderCache: memoryRenderCache(),
  composer: fakeComposer,
  renderer: fakeRenderer(),
  pictureChecks: fakePictureChecks,
  mailer: fakeMailer(),
  secrets: fakeSecrets(),
  zip: zipOf,
  trackerTypes: defaultTrackerTypes,
  config: { publicUrl: 'http://ads.test', mailLimit: 200 },
  ...over,
})
