type Calls<P> = { readonly [M in keyof P]: (...args: never[]) => Promise<unknown> }

/**
 * A port whose adapter is opened by the first call: the library behind it may be large, and a node may never need it. `methods`
 * names those of the port. Should opening fail, every call rejects with its reason. `close` closes what was opened.
 */
export const whenWanted = <P extends Calls<P>>(
  methods: readonly Exclude<keyof P, 'close'>[],
  open: () => Promise<P>,
): P & { close(): Promise<void> } => {
  let opened: Promise<P> | undefined
  const called =
    (method: keyof P) =>
    async (...args: never[]): Promise<unknown> => {
      opened ??= open()
      return (await opened)[method](...args)
    }
  const port = Object.fromEntries(methods.map(method => [method, called(method)]))
  const close = async () => {
    // what could not be opened needs no closing, and its callers have heard why
    const adapter = (await opened?.catch(() => undefined)) as { close?(): Promise<void> } | undefined
    await adapter?.close?.()
  }
  return { ...port, close } as P & { close(): Promise<void> }
}
