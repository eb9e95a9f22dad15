import type { Config } from '../config.ts'
import type { MicrosoftConfig } from '../service-settings.ts'
import { createEntra } from './entra.ts'
import { createEntraSignIn } from './entra-sign-in.ts'
import { createGoogleSignIn } from './google-sign-in.ts'
import { createGraph } from './graph.ts'
import { createModel } from './model.ts'
import { createSmtp } from './smtp.ts'
import { createTurns } from './turns.ts'
import type { Microsoft, Vendors } from './vendors.ts'

export const createVendors = ({ microsoft, google, smtp, model }: Config): Vendors => ({
  microsoft: microsoft && createMicrosoft(microsoft),
  smtp: smtp && createSmtp(smtp),
  model: model && createModel(model),
  signIn: {
    ...(microsoft && { azure: createEntraSignIn(microsoft) }),
    ...(google && { google: createGoogleSignIn(google) }),
  },
})

function createMicrosoft(config: MicrosoftConfig): Microsoft {
  const turns = createTurns()
  return { entra: createEntra(config), graph: createGraph(config, turns), turns }
}
