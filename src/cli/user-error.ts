/** Something that the person at the shell can put right; its message is all that is printed. */
export class UserError extends Error {
  override readonly name = 'UserError'
}
