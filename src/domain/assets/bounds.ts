/** The most pixels that a picture of the library may have (decision 8). */
export const maxPixels = 25_000_000
