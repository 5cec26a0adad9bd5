import type { Readable } from 'node:stream'

/** Why a feed cannot be fetched. The message is for the people of the account, without credentials. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** A transfer that has begun. Its body ends with an error when it breaks off. */
export type Transfer = {
  readonly body: Readable
  /** Whether an end without an error is the end of the feed; else nothing tells its length. */
  readonly isWhole: boolean
  readonly warnings: readonly string[]
}

/**
 * Throws NotFetched if not all of a file arrived, by the sizes that its server stated `before` and `after` it was read, or if those differ: it may
 * have been read half written. A server that states no size is believed.
 */
export const mustBeComplete = (received: number, before: number | undefined, after: number | undefined): void => {
  if (before !== undefined && after !== undefined && before !== after)
    throw new NotFetched('changed', 'The file changed while it was read.')
  const size = after ?? before
  if (size !== undefined && size !== received)
    throw new NotFetched(
      'unreachable',
      `The transfer of the feed was interrupted: ${received} of ${size} bytes arrived.`,
    )
}
