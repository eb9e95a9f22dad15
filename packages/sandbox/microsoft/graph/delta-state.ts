import { secretOf } from '../../kit/secret.ts'
import type { Mailbox } from '../model.ts'

/** One item of a round: an item to show as it is when the page is made, or one that left. */
export type DeltaItem = { immutableId: string; removedAs: string | null }

/** What a link stands for. Links are opaque; everything they hold is kept here. */
export type DeltaState = {
  mailbox: Mailbox
  /** Folder watched, or null for the folders themselves. */
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

const MOST_STATES = 50_000

export type DeltaStates = Map<string, DeltaState>

export function keepState(states: DeltaStates, state: DeltaState): string {
  const token = secretOf('', 30)
  states.set(token, state)
  const oldest = states.keys().next().value
  if (states.size > MOST_STATES && oldest !== undefined) states.delete(oldest)
  return token
}
