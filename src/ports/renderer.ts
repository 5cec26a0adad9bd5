/** Formats of EXPORT-4; `jpg` and `tiff` are spelled as in the API. */
export type ImageFormat = 'png' | 'jpg' | 'gif' | 'tiff'
export type RenderFormat = ImageFormat | 'mp4'

/** A page to render. The renderer has no network: it gets every resource from `resource`. */
export type RenderJob = {
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
  /** Content for a URL that the page requests; undefined responds with 404 and adds the URL to `missing`. */
  resource(url: string): Promise<{ readonly body: Buffer; readonly contentType: string } | undefined>
  /** Named in errors, for example `spring/Hero 300x250`. */
  readonly label: string
}

/** `code`: `render-timeout` (20 s), `render-crashed`, `image-missing`, `script-error`, `too-large`. */
export type RenderFailure = { readonly code: string; readonly detail: string }
export type Rendered = { readonly bytes: Buffer; readonly missing: readonly string[] }

export type Renderer = {
  /** Renders one job; never rejects because of the page. Several jobs may run at once; the adapter queues them. */
  render(job: RenderJob): Promise<Rendered | RenderFailure>
  close(): Promise<void>
}
