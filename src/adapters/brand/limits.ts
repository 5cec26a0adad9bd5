const mebibyte = 1_048_576

/** What is read of a source at most (HTTP-20). Bytes, unless a name says otherwise. */
export const limits = {
  /** A page or a brand document. */
  document: 25 * mebibyte,
  /** A picture or a ZIP of pictures. */
  pictures: 100 * mebibyte,
  psd: 200 * mebibyte,
  /** Pixels of a picture or a design. */
  pixels: 25_000_000,
  /** Of a page: how many files of a kind are fetched, and how large each may be. */
  styleSheets: 10,
  styleSheet: 2 * mebibyte,
  pagePictures: 20,
  pagePicture: 8 * mebibyte,
  /** Pictures of one source that are read whole. */
  picturesRead: 30,
} as const
