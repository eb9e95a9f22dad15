/** What a node wants of a mailbox's slots. */
export interface Demand {
  node: number
  wanted: number
  held: number
  /** Milliseconds since the node got its first slot, or lost its last one. */
  sinceMs: number
}

/**
 * Divides the slots of a mailbox among the nodes that want some: equally, and what one does not need goes to the
 * others. Where nodes outnumber slots they take turns: first those whose turn has just begun, then those that have
 * waited longest.
 */
export function fairSlots(
  demands: readonly Demand[],
  { total, turnMs }: { total: number; turnMs: number },
): Map<number, number> {
  const rank = ({ held, sinceMs }: Demand): number => (held > 0 ? (sinceMs < turnMs ? 0 : 2) : 1)
  const inOrder = demands.toSorted((a, b) => rank(a) - rank(b) || b.sinceMs - a.sinceMs || a.node - b.node)
  const slots = new Map(demands.map(({ node }) => [node, 0]))
  for (let round = 0, free = total; free > 0 && round < total; round++) {
    for (const { node } of inOrder.filter(({ wanted }) => wanted > round)) {
      if (free === 0) break
      slots.set(node, (slots.get(node) ?? 0) + 1)
      free--
    }
  }
  return slots
}
