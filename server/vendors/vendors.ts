import type { Provider } from '../../contract/providers.ts'
import type { Crm } from './crm.ts'
import type { EntraClient } from './entra.ts'
import type { FileStore } from './files/file-store.ts'
import type { GraphClient } from './graph.ts'
import type { LanguageModel } from './language-model.ts'
import type { ServiceAuth } from './service-auth.ts'
import type { SignInProvider, SignInProviderName } from './sign-in-provider.ts'
import type { Smtp } from './smtp.ts'
import type { StripeClient } from './stripe.ts'
import type { ConcurrencyLimiter } from './concurrency-limiter.ts'

/** The clients of external services; null if not configured. */
export interface Vendors {
  microsoft: Microsoft | null
  smtp: Smtp | null
  stripe: StripeClient | null
  /** Called through `server/prompts/ask-model.ts`, which enforces budgets; every feature also works without it. */
  model: LanguageModel | null
  /** Providers for sign-in, by the auth protocol's names. */
  signIn: Partial<Record<SignInProviderName, SignInProvider>>
  /** The configured services that users can connect. */
  services: Partial<Record<Provider, Service>>
}

export interface Service {
  auth: ServiceAuth
  /** Set for file services. */
  files?: FileStore
  /** Set for CRM services. */
  crm?: Crm
  /** Shared by all services. */
  limiter: ConcurrencyLimiter
}

export interface Microsoft {
  entra: EntraClient
  graph: GraphClient
  limiter: ConcurrencyLimiter
}
