/** The feed cannot be read. The message is for the people of the account. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}
