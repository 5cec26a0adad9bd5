/** A page that cannot be rendered because of its own content; retrying would not help. Codes as in the port. */
export class Undrawable extends Error {
  override readonly name = 'Undrawable'
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}
