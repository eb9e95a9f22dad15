import type { Config } from '../config.ts'
import type { EntraClient } from './entra.ts'
import type { GraphClient } from './graph.ts'

/** The wire clients of the outside services; null where the operator has not configured one. */
export interface Vendors {
  microsoft: { entra: EntraClient; graph: GraphClient } | null
}

export type CreateVendors = (config: Config) => Vendors
