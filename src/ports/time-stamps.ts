/** A time stamp of RFC 3161: when an authority saw data. `isTrusted`: a trusted certificate vouches for the authority. */
export type TimeStamp = { readonly at: Date; readonly authority: string; readonly isTrusted: boolean }

/** Requests time stamps of data, and checks them. */
export type TimeStamps = {
  /** A query for a stamp of these data (DER), which names their SHA-256 and a nonce. */
  query(data: Uint8Array): { readonly query: Uint8Array; readonly nonce: bigint }
  /**
   * Checks a response (DER): that it stamps these data, answers the query with this nonce, and is signed by an authority for time stamps.
   * `trusted`: certificates (DER), one of which must have issued the authority's; undefined: any authority. `fault`: why it is no such stamp.
   */
  check(
    response: Uint8Array,
    data: Uint8Array,
    options: { readonly nonce?: bigint; readonly trusted?: readonly Uint8Array[] | undefined },
  ): Promise<TimeStamp | { readonly fault: string }>
}
