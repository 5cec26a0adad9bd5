/**
 * Integer ids, one sequence per kind, starting at 1. Blocks are reserved by an append, so ids are unique (HTTP-4).
 */
export type IdSource = { next(kind: string): Promise<number> }
