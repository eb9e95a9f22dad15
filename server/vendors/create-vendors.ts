import type { Config } from '../config.ts'
import type { MicrosoftConfig } from '../service-settings.ts'
import { createEntra } from './entra.ts'
import { createGraph } from './graph.ts'
import { createSmtp } from './smtp.ts'
import { createTurns } from './turns.ts'
import type { Microsoft, Vendors } from './vendors.ts'

export const createVendors = ({ microsoft, smtp }: Config): Vendors => ({
  microsoft: microsoft && createMicrosoft(microsoft),
  smtp: smtp && createSmtp(smtp),
})

function createMicrosoft(config: MicrosoftConfig): Microsoft {
  const turns = createTurns()
  return { entra: createEntra(config), graph: createGraph(config, turns), turns }
}
