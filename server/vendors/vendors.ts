import type { Provider } from '../../contract/providers.ts'
import type { Crm } from './services/crm.ts'
import type { EntraClient } from './oauth/entra.ts'
import type { FileStore } from './files/file-store.ts'
import type { GraphClient } from './graph/graph.ts'
import type { LanguageModel } from './language-model/language-model.ts'
import type { ServiceAuth } from './services/service-auth.ts'
import type { SignInProvider, SignInProviderName } from './oauth/sign-in-provider.ts'
import type { Smtp } from './smtp.ts'
import type { ImapConnections } from './imap/imap-connections.ts'
import type { StripeClient } from './stripe/stripe.ts'
import type { ConcurrencyLimiter } from './http/concurrency-limiter.ts'

/** The clients of external services; null if not configured. */
export interface Vendors {
  microsoft: Microsoft | null
  smtp: Smtp | null
  stripe: StripeClient | null
  /** Called through `server/prompts/ask-model.ts`, which enforces budgets; every feature also works without it. */
  model: LanguageModel | null
  /** Providers for sign-in, by the auth protocol's names. */
  signIn: Partial<Record<SignInProviderName, SignInProvider>>
  /** Mail servers that users have named. */
  imap: ImapConnections
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

/** The circuit breakers of Microsoft, which are the vendors of its errors. */
export const microsoftBreakers = { calls: 'graph', tokens: 'entra' }

export interface Microsoft {
  entra: EntraClient
  graph: GraphClient
  limiter: ConcurrencyLimiter
}
