/** An error that the CLI user can fix; only its message is printed. `exitCode`: 1, or another one that the command documents. */
export class UserError extends Error {
  override readonly name: string = 'UserError'
  readonly exitCode: number
  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options)
    this.exitCode = exitCode
  }
}
