/** What decoding a file as a picture found. */
export type PictureCheck = {
  /** What the file is instead of a whole picture, to follow "is"; undefined: it decodes, or only a browser can tell. */
  readonly fault?: string
  /** Addresses in an SVG that browsers do not load when it is shown as a picture; at most five. */
  readonly notLoaded?: readonly string[]
}

/**
 * Decodes pictures, each content once: bounded in bytes, pixels and time, apart from the thread that answers, in turn for the accounts.
 */
export type PictureChecks = {
  /** `read`: the bytes with this hash, called only if the content is not known yet. Rejects only as `read` does. */
  check(accountId: string, sha256: string, read: () => Promise<Buffer>): Promise<PictureCheck>
  close(): Promise<void>
}
