/** Formats of EXPORT-4; `jpg` and `tiff` are spelled as in the API. */
export type ImageFormat = 'png' | 'jpg' | 'gif' | 'tiff'
export type RenderFormat = ImageFormat | 'mp4'

/** Content for a URL. `lasting`: the URL always has this content for pages of the account, so it may be kept. */
export type Resource = { readonly body: Buffer; readonly contentType: string; readonly lasting?: true }

/** A place on a page, in CSS pixels from its top left corner. */
export type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
/** Text of one element that a page shows. `element`: its attribute `data-n`; `part`: the `data-part` of the element that it is in. */
export type ShownText = {
  readonly element?: number
  readonly part?: string
  /** At most 200 characters. */
  readonly text: string
  /** Size of its letters in pixels. */
  readonly size: number
  /** Red, green, blue (0 to 255) and opacity (0 to 1). */
  readonly color: readonly [red: number, green: number, blue: number, alpha: number]
  /** The visible part of each line. */
  readonly lines: readonly Place[]
  /** How much of it is missing: `clipped` ends in the middle of a letter or line, `ellipsis` ends with dots, `covered` is under something else. */
  readonly cut: 'no' | 'ellipsis' | 'clipped' | 'covered'
  /** A number that goes on in another line, such as `1 299,00`. */
  readonly brokenNumber?: string
}
/** `part`: the attribute `data-part` of the element that it is in, whose box is `panel`. `painted`: what the picture covers of its own box. */
export type ShownPicture = Place & {
  readonly element?: number
  readonly part?: string
  readonly loaded: boolean
  readonly panel?: Place
  readonly painted: Place
}
/** A part with a background of its own that texts are not to lie on: a button or a badge. */
export type ShownBox = Place & { readonly element?: number; readonly part: string }
/** What a page shows, and the size that it would need to show everything. Lists are cut after 500 items. */
export type PageContent = {
  readonly width: number
  readonly height: number
  readonly texts: readonly ShownText[]
  readonly pictures: readonly ShownPicture[]
  readonly boxes: readonly ShownBox[]
}

/** A page to render. The renderer has no network: it gets every resource from `resource`. */
export type RenderJob = {
  /** Whose page it is: accounts take turns (EXPORT-11) and share nothing in Chromium. */
  readonly accountId: string
  /** Anyone may ask for it: it takes turns with the account's own work, and is refused when too many wait (EXPORT-11). */
  readonly isPublic?: boolean
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
  /** Also reports what the page shows; the picture is then without its texts. Only for pages without scripts. */
  readonly measured?: true
  /**
   * Content for a URL that the page requests; undefined responds with 404 and adds the URL to `missing`. If a store is
   * unavailable (StoreAway, BlobsUnavailable), `render` rejects with that error.
   */
  resource(url: string): Promise<Resource | undefined>
  /** Named in errors, for example `spring/Hero 300x250`. */
  readonly label: string
}

/**
 * The page cannot be rendered. `code`: `render-timeout` (20 s), `render-crashed`, `too-much-memory`, `image-missing`, `image-undecodable`,
 * `script-error`, `too-large`.
 */
export type RenderFailure = { readonly code: string; readonly detail: string }
export type Rendered = {
  readonly bytes: Buffer
  readonly missing: readonly string[]
  /** Addresses of pictures that the page shows and no browser can, five at most: what is there is no picture, or browsers do not ask for it. */
  readonly broken?: readonly string[]
  /** Of a job that is `measured`. */
  readonly content?: PageContent
}

/** Chromium cannot be started, or was ended while it rendered. This is not the page's fault: try again later. */
export class RendererUnavailable extends Error {
  override readonly name = 'RendererUnavailable'
}

export type Renderer = {
  /**
   * Renders one job. Several jobs may run at once; the adapter queues them. Rejects with RendererUnavailable, which also
   * refuses public jobs when too many wait, or with the error of an unavailable store, never because of the page.
   */
  render(job: RenderJob): Promise<Rendered | RenderFailure>
  close(): Promise<void>
}
