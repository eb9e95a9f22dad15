import { randomSecret } from '../../kit/random-secret.ts'
import type { Mailbox } from '../model.ts'

/** One item of a round: rendered when the page is built, or reported as removed. */
export type DeltaItem = { immutableId: string; removedAs: string | null }

/** The state behind an opaque delta link. */
export type DeltaState = {
  mailbox: Mailbox
  /** The folder of a message delta; null for the delta of the folders. */
  folderId: string | null
  select: string | null
  pageSize: number | null
  changeType: string | null
  since: number | null
  sequence: number
  items: DeltaItem[]
  place: number
  round: number
}

const MAX_STATES = 50_000

export type DeltaStates = Map<string, DeltaState>

export function saveDeltaState(states: DeltaStates, state: DeltaState): string {
  const token = randomSecret('', 30)
  states.set(token, state)
  const oldest = states.keys().next().value
  if (states.size > MAX_STATES && oldest !== undefined) states.delete(oldest)
  return token
}
