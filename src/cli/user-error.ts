/** An error that the CLI user can fix; only its message is printed. */
export class UserError extends Error {
  override readonly name: string = 'UserError'
}
