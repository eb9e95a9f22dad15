import type { Config } from '../config.ts'
import { createEntra, type EntraClient } from './entra.ts'
import { createGraph, type GraphClient } from './graph.ts'
import { createTurns, type Turns } from './turns.ts'

/** The wire clients of the outside services; null where the operator has not configured one. */
export interface Vendors {
  microsoft: Microsoft | null
}

export interface Microsoft {
  entra: EntraClient
  graph: GraphClient
  /** Who may call when, in this process. */
  turns: Turns
}

export type CreateVendors = (config: Config) => Vendors

export const createVendors: CreateVendors = (config) => {
  if (!config.microsoft) return { microsoft: null }
  const turns = createTurns()
  return { microsoft: { entra: createEntra(config.microsoft), graph: createGraph(config.microsoft, turns), turns } }
}
