/** What the thread that encodes videos is told; each message is answered once, `finish` with the bytes of the file. */
export type VideoMessage =
  | { readonly kind: 'start'; readonly width: number; readonly height: number; readonly frameRate: number }
  /** `pixels` row by row, `channels` bytes each: red, green, blue, and more that is not looked at. */
  | {
      readonly kind: 'frame'
      readonly pixels: Uint8Array
      readonly width: number
      readonly height: number
      readonly channels: number
    }
  /** The frame before, once more. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'finish' }
