/** The address of a store is not valid. The message says what is wrong with it; it quotes no user name and no password. */
export class WrongAddress extends Error {
  override readonly name = 'WrongAddress'
}
