type Calls<P> = { readonly [M in keyof P]: (...args: never[]) => Promise<unknown> }

/**
 * A port whose adapter opens on the first call: its library may be large, and a node may never need it. `methods` lists the
 * methods of the port. If opening fails, every call rejects with the reason. `close` closes the adapter if it was opened.
 */
export const lazilyOpened = <P extends Calls<P>>(
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
    // an adapter that failed to open need not be closed, and its callers have received the error
    const adapter = (await opened?.catch(() => undefined)) as { close?(): Promise<void> } | undefined
    await adapter?.close?.()
  }
  return { ...port, close } as P & { close(): Promise<void> }
}
