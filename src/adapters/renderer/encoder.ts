/** Takes frames as PNG, in order, and makes the file. After `discard` it holds nothing any more. */
export type Encoder = { add(png: Buffer): Promise<void>; finish(): Promise<Buffer>; discard(): void }
