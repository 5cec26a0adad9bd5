/**
 * What belongs to an owner, such as the ports of a node: opened when it is first asked for, and gone with the owner. Nodes that share
 * a process, as they do in the simulation, share no state by their modules.
 */
export const keptBy = <A>(open: () => A): ((owner: object) => A) => {
  const kept = new WeakMap<object, A>()
  return owner => {
    const found = kept.get(owner)
    if (found !== undefined) return found
    const opened = open()
    kept.set(owner, opened)
    return opened
  }
}
