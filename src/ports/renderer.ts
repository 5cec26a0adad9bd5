/** Formats of EXPORT-4; `jpg` and `tiff` are spelled as in the API. */
export type ImageFormat = 'png' | 'jpg' | 'gif' | 'tiff'
export type RenderFormat = ImageFormat | 'mp4'

/** Content for a URL. `lasting`: the URL always has this content for pages of the account, so it may be kept. */
export type Resource = { readonly body: Buffer; readonly contentType: string; readonly lasting?: true }

/** A page to render. The renderer has no network: it gets every resource from `resource`. */
export type RenderJob = {
  /** Whose page it is: accounts take turns (EXPORT-11) and share nothing in Chromium. */
  readonly accountId: string
  /** A complete HTML document. */
  readonly html: string
  /** Size of the ad unit in pixels. */
  readonly width: number
  readonly height: number
  /** Device scale factor. */
  readonly scale: 1 | 2
  readonly format: RenderFormat
  /** Length of the animation; absent or 0: a still. */
  readonly durationMs?: number
  /**
   * Content for a URL that the page requests; undefined responds with 404 and adds the URL to `missing`. If a store is
   * unavailable (StoreAway, BlobsUnavailable), `render` rejects with that error.
   */
  resource(url: string): Promise<Resource | undefined>
  /** Named in errors, for example `spring/Hero 300x250`. */
  readonly label: string
}

/**
 * The page cannot be rendered. `code`: `render-timeout` (20 s), `render-crashed`, `too-much-memory`, `image-missing`,
 * `script-error`, `too-large`.
 */
export type RenderFailure = { readonly code: string; readonly detail: string }
export type Rendered = { readonly bytes: Buffer; readonly missing: readonly string[] }

/** Chromium cannot be started, or was ended while it rendered. This is not the page's fault: try again later. */
export class RendererUnavailable extends Error {
  override readonly name = 'RendererUnavailable'
}

export type Renderer = {
  /**
   * Renders one job. Several jobs may run at once; the adapter queues them. Rejects with RendererUnavailable, or with the
   * error of an unavailable store, never because of the page.
   */
  render(job: RenderJob): Promise<Rendered | RenderFailure>
  close(): Promise<void>
}
