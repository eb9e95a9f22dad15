import type { HostHealth } from './host-health.ts'
import type { Notification } from './subscription-state.ts'

/** A failed POST that is tried again at `due`. */
export type Retry = { url: string; items: Notification[]; attempt: number; due: number }

/** Pending notifications by address, and the health of the receiving hosts. */
export type Deliveries = {
  waiting: Map<string, { due: number; item: Notification }[]>
  retries: Set<Retry>
  hosts: Map<string, HostHealth>
}

export function createDeliveries(): Deliveries {
  return { waiting: new Map(), retries: new Set(), hosts: new Map() }
}
