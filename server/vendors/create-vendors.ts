import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { MicrosoftConfig } from '../service-settings.ts'
import { createServices } from './create-services.ts'
import { createEntra } from './oauth/entra.ts'
import { createEntraSignIn } from './oauth/entra-sign-in.ts'
import { createGoogleSignIn } from './oauth/google-sign-in.ts'
import { createGraph } from './graph/graph.ts'
import { createLanguageModel } from './language-model/language-model.ts'
import { createSmtp } from './smtp.ts'
import { createStripe } from './stripe/stripe.ts'
import type { CallGuard } from './stripe/stripe-sdk.ts'
import { createConcurrencyLimiter } from './http/concurrency-limiter.ts'
import type { ImapConnections } from './imap/imap-connections.ts'
import type { MailboxLimiter } from './mailbox/mailbox-limiter.ts'
import type { Microsoft, Vendors } from './vendors.ts'

interface MailboxParts {
  mailboxLimiter: MailboxLimiter
  imap: ImapConnections
}

/** @param guardStripe runs the calls to Stripe; the callers of the other clients name the account of each call */
export const createVendors = (
  config: Config,
  clock: Clock,
  { mailboxLimiter, imap }: MailboxParts,
  guardStripe?: CallGuard,
): Vendors => {
  const { microsoft, google, smtp, stripe, model } = config
  return {
    microsoft: microsoft && createMicrosoft(microsoft, clock, mailboxLimiter),
    smtp: smtp && createSmtp(smtp),
    imap,
    stripe: stripe && createStripe(stripe, guardStripe),
    model: model && createLanguageModel(model),
    signIn: {
      ...(microsoft && { azure: createEntraSignIn(microsoft, clock) }),
      ...(google && { google: createGoogleSignIn(google) }),
    },
    services: createServices(config, clock),
  }
}

function createMicrosoft(config: MicrosoftConfig, clock: Clock, mailboxLimiter: MailboxLimiter): Microsoft {
  const limiter = createConcurrencyLimiter()
  return { entra: createEntra(config, clock), graph: createGraph(config, mailboxLimiter), limiter }
}
