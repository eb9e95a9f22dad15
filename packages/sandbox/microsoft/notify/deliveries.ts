import type { HostHealth } from './host-health.ts'
import type { Notification } from './subscription-state.ts'

/** Pending notifications by address, and the health of the receiving hosts. */
export type Deliveries = {
  waiting: Map<string, { due: number; item: Notification }[]>
  hosts: Map<string, HostHealth>
}

export function createDeliveries(): Deliveries {
  return { waiting: new Map(), hosts: new Map() }
}
