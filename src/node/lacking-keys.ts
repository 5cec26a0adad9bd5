import type { NodeState } from '../ports/service-state.ts'

/** A key of SECRETS_KEY, and a node that seals under it: the first key of a node is the one that it uses. */
export type KeyInUse = { readonly key: string; readonly node: string }

/** Calls `report` for each key under which a node seals and that is not among `own`, once per key. */
export const reportLackingKeys = (own: readonly string[], report: (lacking: KeyInUse) => void) => {
  const reported = new Set(own)
  return (nodes: readonly Pick<NodeState, 'worker' | 'secretsKeys'>[]): void => {
    for (const {
      worker,
      secretsKeys: [key],
    } of nodes) {
      if (key === undefined || reported.has(key)) continue
      reported.add(key)
      report({ key, node: worker })
    }
  }
}
