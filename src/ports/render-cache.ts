/** Rendered files by the hash of all their inputs. Bounded; the least recently used files are evicted. */
export type RenderCache = {
  get(key: string): Promise<Buffer | undefined>
  put(key: string, bytes: Buffer): Promise<void>
}
