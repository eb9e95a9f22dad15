import type { Provider } from '../../contract/providers.ts'
import type { Crm } from './crm.ts'
import type { EntraClient } from './entra.ts'
import type { FileStore } from './files/file-store.ts'
import type { GraphClient } from './graph.ts'
import type { Model } from './model.ts'
import type { ServiceAuth } from './service-auth.ts'
import type { SignInProvider, SignInProviderName } from './sign-in-provider.ts'
import type { Smtp } from './smtp.ts'
import type { StripeClient } from './stripe.ts'
import type { Turns } from './turns.ts'

/** The wire clients of the outside services; null where the operator has not configured one. */
export interface Vendors {
  microsoft: Microsoft | null
  smtp: Smtp | null
  stripe: StripeClient | null
  /** Ask it by `server/prompts/ask-model.ts`, which keeps the budgets; whatever needs it has a way without. */
  model: Model | null
  /** Whose accounts people may sign in with, beside our own; under the auth protocol's names. */
  signIn: Partial<Record<SignInProviderName, SignInProvider>>
  /** What people can connect, where the operator has set it up; any other is coming soon. */
  services: Partial<Record<Provider, Service>>
}

export interface Service {
  auth: ServiceAuth
  /** For those that keep files. */
  files?: FileStore
  /** For those that keep contacts and deals. */
  crm?: Crm
  /** Who may call when, in this process; the same for all services. */
  turns: Turns
}

export interface Microsoft {
  entra: EntraClient
  graph: GraphClient
  /** Who may call when, in this process. */
  turns: Turns
}
