import type { Config } from '../config.ts'
import { createEntra } from './entra.ts'
import { createGraph } from './graph.ts'
import { createTurns } from './turns.ts'
import type { Vendors } from './vendors.ts'

export function createVendors(config: Config): Vendors {
  if (!config.microsoft) return { microsoft: null }
  const turns = createTurns()
  return { microsoft: { entra: createEntra(config.microsoft), graph: createGraph(config.microsoft, turns), turns } }
}
