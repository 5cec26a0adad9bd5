/** Maximum number of pixels of an image in the library (decision 8). */
export const maxPixels = 25_000_000
