interface RestoreOrder {
  file: string
  passphrase: string
}

/** Where a request leaves the order for what the node does between its stop and its next start. */
export interface RestoreDesk {
  order(order: RestoreOrder): void
  /** A request reads a backup. */
  isReading: boolean
  /** Why the last restore failed; null: none did. */
  failure: string | null
}

interface NodeDesk extends RestoreDesk {
  /** Called for each order. */
  onOrder: () => void
  /** The order that was left last; null: none was. */
  take(): RestoreOrder | null
}

/** Kept by the process: no order outlives it. */
export function createRestoreDesk(): NodeDesk {
  let current: RestoreOrder | null = null
  const desk: NodeDesk = {
    isReading: false,
    failure: null,
    onOrder: () => undefined,
    order(order) {
      current = order
      desk.failure = null
      desk.onOrder()
    },
    take() {
      const taken = current
      current = null
      return taken
    },
  }
  return desk
}
