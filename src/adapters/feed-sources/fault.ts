/** Why a feed cannot be fetched. The message is for the people of the account, without credentials. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Throws NotFetched if a file had another size before it was read than after, where the server says its size: it may have been read half written. */
export const mustBeUnchanged = (before: number | undefined, after: number | undefined): void => {
  if (before === undefined || after === undefined || before === after) return
  throw new NotFetched('changed', 'The file changed while it was read.')
}
