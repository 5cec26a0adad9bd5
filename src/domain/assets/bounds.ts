/** Maximum number of pixels of an image in the library (HTTP-20). */
export const maxPixels = 25_000_000
