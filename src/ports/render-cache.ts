import type { RenderFailure } from './renderer.ts'

/** Rendered files by the hash of all their inputs. Bounded; the least recently used files are evicted. */
export type RenderCache = {
  get(key: string): Promise<Buffer | undefined>
  put(key: string, bytes: Buffer): Promise<void>
  /** A file that this node keeps for 60 s, in memory: external pictures may change at the same URL. */
  passing(key: string): Buffer | undefined
  putPassing(key: string, bytes: Buffer): void
  /** The failure of a page that could not be rendered on this node in the last ten minutes. */
  failure(key: string): RenderFailure | undefined
  putFailure(key: string, failure: RenderFailure): void
  /** The bytes of its files, as this process knows them. */
  bytes(): number
  /** Does the work for a key once: calls that overlap share its outcome. */
  once<A>(key: string, work: () => Promise<A>): Promise<A>
}
