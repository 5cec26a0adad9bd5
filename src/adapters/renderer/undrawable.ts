/** A page that cannot be drawn, for a reason of its own; drawing it again would not help. Codes as in the port. */
export class Undrawable extends Error {
  override readonly name = 'Undrawable'
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}
