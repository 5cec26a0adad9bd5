/** Messages to the video encoder thread. Each is answered once, `finish` with the bytes of the file. */
export type VideoMessage =
  | { readonly kind: 'start'; readonly width: number; readonly height: number; readonly frameRate: number }
  /** `pixels` row by row, `channels` bytes each: red, green, blue; further channels are ignored. */
  | {
      readonly kind: 'frame'
      readonly pixels: Uint8Array
      readonly width: number
      readonly height: number
      readonly channels: number
    }
  /** Repeats the previous frame. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'finish' }
