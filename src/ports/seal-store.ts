/** Where a node writes the seals of the log: a place that is not changed with the log (ADR 0078). */
export type SealStore = {
  has(name: string): Promise<boolean>
  /** Writes a new file. One that exists stays as it is: another node has written it. */
  put(name: string, text: string): Promise<void>
  close(): void
}
