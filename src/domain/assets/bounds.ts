/** Maximum bytes of an upload, and of a file that is copied from a cloud service unless the operator sets another (HTTP-20). */
export const maxAssetBytes = 10 * 1024 * 1024
/** Maximum number of pixels of an image in the library (HTTP-20). */
export const maxPixels = 25_000_000
/** Maximum number of library paths that a creative, or the HTML of an ad unit, may name (HTTP-20). */
export const mostLibraryPaths = 500
/** Maximum number of library paths that all ad units of a template campaign may name together (HTTP-20). */
export const mostTemplatePaths = 2_000
