/** Where sealed secrets are kept. Nothing that is handed in can be read without SECRETS_KEY. */
export type SecretStore = {
  get(id: string): Promise<string | undefined>
  /** Stores when there is none yet and answers what is stored, so that two nodes that make one at once agree. */
  put(id: string, sealed: string): Promise<string>
  delete(id: string): Promise<void>
  /** All of them, in no order, for checks. */
  list(): AsyncIterable<{ readonly id: string; readonly sealed: string }>
}
