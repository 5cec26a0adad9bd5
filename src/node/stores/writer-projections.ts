import { projectionsWith } from './own-projections.ts'

/** The module that the embedded writer loads in its own thread if there are own projections; `?own=` is their path. */
export default await projectionsWith(new URL(import.meta.url).searchParams.get('own') ?? undefined)
