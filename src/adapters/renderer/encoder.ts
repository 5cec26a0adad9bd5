/** Encodes the frames of a job in order. After `discard` it holds no resources. */
export type Encoder = {
  /** Adds a frame, as PNG. It may resolve before the frame is encoded; a later call then rejects on failure. */
  add(png: Buffer): Promise<void>
  /** Repeats the previous frame. */
  repeat(): Promise<void>
  finish(): Promise<Buffer>
  discard(): void
}
