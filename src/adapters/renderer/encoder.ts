/** Takes the frames of a job in order and makes the file. After `discard` it holds nothing any more. */
export type Encoder = {
  /** A frame, as PNG. It may resolve before the frame is encoded; what goes wrong then rejects a later call. */
  add(png: Buffer): Promise<void>
  /** The frame before, once more. */
  repeat(): Promise<void>
  finish(): Promise<Buffer>
  discard(): void
}
