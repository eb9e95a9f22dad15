import type { EntraClient } from './entra.ts'
import type { GraphClient } from './graph.ts'
import type { Model } from './model.ts'
import type { SignInProvider, SignInProviderName } from './sign-in-provider.ts'
import type { Smtp } from './smtp.ts'
import type { Turns } from './turns.ts'

/** The wire clients of the outside services; null where the operator has not configured one. */
export interface Vendors {
  microsoft: Microsoft | null
  smtp: Smtp | null
  /** Ask it by `server/prompts/ask-model.ts`, which keeps the budgets; whatever needs it has a way without. */
  model: Model | null
  /** Whose accounts people may sign in with, beside our own; under the auth protocol's names. */
  signIn: Partial<Record<SignInProviderName, SignInProvider>>
}

export interface Microsoft {
  entra: EntraClient
  graph: GraphClient
  /** Who may call when, in this process. */
  turns: Turns
}
