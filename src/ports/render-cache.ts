/** Rendered files by the hash of everything that goes into them; bounded, the least recently used goes first. */
export type RenderCache = {
  get(key: string): Promise<Buffer | undefined>
  put(key: string, bytes: Buffer): Promise<void>
}
