/** Orders of a test to a running server. */
export type Order =
  | { readonly order: 'drop connections' }
  /** The next append is written, but its response is lost with the connection or never sent. */
  | { readonly order: 'lose next answer'; readonly how: 'connection' | 'silence' }
  /** Delays every response, in milliseconds. */
  | { readonly order: 'slow down'; readonly ms: number }
  /** Appended events can be read only after so many milliseconds, and only then is their append answered; others are refused at once. */
  | { readonly order: 'index later'; readonly ms: number }
  /** Calls that require the leader are redirected to it. */
  | { readonly order: 'follow'; readonly leader: number }
  /** As during an election: the server leads no more, and knows no leader; false: it leads again. */
  | { readonly order: 'elect'; readonly on: boolean }
  /** The password that it takes from now on. */
  | { readonly order: 'change password'; readonly to: string }
  /** Requests for the cluster members are refused; after the first one, open connections break. */
  | { readonly order: 'leave cluster' }
  /** What an operator does to a stream, by its name in the store: its first events are no longer returned, or it is deleted for good. */
  | { readonly order: 'truncate'; readonly stream: string; readonly before: number }
  | { readonly order: 'tombstone'; readonly stream: string }
  | { readonly order: 'count' }
