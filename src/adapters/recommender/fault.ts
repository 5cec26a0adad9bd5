/** The work cannot be done. The message is for the people of the account. */
export class Impossible extends Error {
  override readonly name = 'Impossible'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}
