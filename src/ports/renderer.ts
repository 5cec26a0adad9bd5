/** Formats of decision 24; `jpg` and `tiff` as the interface spells them. */
export type ImageFormat = 'png' | 'jpg' | 'gif' | 'tiff'
export type RenderFormat = ImageFormat | 'mp4'

/** One page to be drawn. The renderer has no network: everything it may show comes from `resource`. */
export type RenderJob = {
  /** A whole HTML document. */
  readonly html: string
  /** Pixels of the ad unit. */
  readonly width: number
  readonly height: number
  /** Device scale factor. */
  readonly scale: 1 | 2
  readonly format: RenderFormat
  /** Length of the animation; absent or 0: one frame. */
  readonly durationMs?: number
  /** Bytes for a URL that the page asks for; undefined gives 404 and is named in `missing`. */
  resource(url: string): Promise<{ readonly body: Buffer; readonly contentType: string } | undefined>
  /** Named in errors, for example `spring/Hero 300x250`. */
  readonly label: string
}

/** `code`: `render-timeout` (20 s), `render-crashed`, `image-missing`, `script-error`, `too-large`. */
export type RenderFailure = { readonly code: string; readonly detail: string }
export type Rendered = { readonly bytes: Buffer; readonly missing: readonly string[] }

export type Renderer = {
  /** Draws one job; never rejects for what the page does. Several may run at once; the adapter queues. */
  render(job: RenderJob): Promise<Rendered | RenderFailure>
  close(): Promise<void>
}
