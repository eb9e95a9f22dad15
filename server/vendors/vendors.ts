import type { EntraClient } from './entra.ts'
import type { GraphClient } from './graph.ts'
import type { Smtp } from './smtp.ts'
import type { Turns } from './turns.ts'

/** The wire clients of the outside services; null where the operator has not configured one. */
export interface Vendors {
  microsoft: Microsoft | null
  smtp: Smtp | null
}

export interface Microsoft {
  entra: EntraClient
  graph: GraphClient
  /** Who may call when, in this process. */
  turns: Turns
}
