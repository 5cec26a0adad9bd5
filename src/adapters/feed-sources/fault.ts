/** Why a feed cannot be fetched. The message is for the people of the account, without credentials. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}
