/** Integer ids, one sequence a kind, starting at 1; blocks are reserved by an append, so twins are impossible (decision 11). */
export type IdSource = { next(kind: string): Promise<number> }
