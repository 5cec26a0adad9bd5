/** Does the work for a key once: calls that overlap share its outcome. */
export const sharing = () => {
  const underWay = new Map<string, Promise<unknown>>()
  return <A>(key: string, work: () => Promise<A>): Promise<A> => {
    const running = underWay.get(key) as Promise<A> | undefined
    if (running) return running
    const started = work().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}
