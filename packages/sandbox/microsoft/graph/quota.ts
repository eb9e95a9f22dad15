import type { GraphCall } from './graph-call.ts'
import { GraphError } from './errors.ts'

export function refuseWhenFull(call: GraphCall): void {
  if (call.mailbox.full) {
    throw new GraphError(507, 'ErrorQuotaExceeded', "The user's mailbox is full. The operation could not be completed.")
  }
}
