/** The row of a work that somebody holds. The holder alone knows the token, and counts its signs of life in `renewals`. */
export type LeaseRow = { readonly holder: string; readonly token: string; readonly renewals: number }

/** What a row must still be: a holder compares its token, whoever takes a silent lease the count of renewals, too. */
export type SeenRow = { readonly token: string; readonly renewals?: number }

/** The rows of leases, in the store of the read models. Losing all of them only means that work starts again. */
export type LeaseRows = {
  /** The rows whose work ids begin with `prefix`, by work id. */
  find(prefix: string): Promise<ReadonlyMap<string, LeaseRow>>
  /** Writes the row of a work (undefined: removes it) if it is as it was seen (undefined: if there is none); false: it is not. */
  swap(workId: string, seen: SeenRow | undefined, next: LeaseRow | undefined): Promise<boolean>
}

/** A work that this node holds. `wasSilent`: it was taken from a holder that showed no life for a whole lease. */
export type Lease = { readonly workId: string; readonly token: string; readonly wasSilent: boolean }

/** Who works on what. Who holds a lease shows life by renewing it; it is no fact of the log. */
export type Leases = {
  /** Undefined: another worker holds it, as far as this node has seen. */
  take(workId: string): Promise<Lease | undefined>
  /** Shows life; false: the lease was lost. */
  renew(lease: Lease): Promise<boolean>
  /** Gives the lease back, if it was not lost. */
  release(lease: Lease): Promise<void>
}
