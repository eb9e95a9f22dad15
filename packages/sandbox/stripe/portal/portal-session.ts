import { randomSecret } from '../../kit/random-secret.ts'
import type { ApiCall } from '../api/route-definition.ts'
import { getCustomer } from '../billing/object-lookup.ts'
import { requireHttpUrl } from '../checkout/create-checkout-session.ts'
import { invalidParam, resourceMissing } from '../stripe-errors.ts'
import type { PortalConfiguration, PortalFlow, PortalSession } from '../checkout-and-portal-objects.ts'
import type { Rendered } from '../stripe-objects.ts'
import { newId, type StripeSandbox } from '../stripe-state.ts'
import { createPortalFlow } from './portal-flow.ts'
import type { SessionParams } from './portal-params.ts'

const FIRST_USE_TIMEOUT_MS = 5 * 60_000
const IDLE_TIMEOUT_MS = 60 * 60_000

/** @throws StripeError 400 */
export function createPortalSession({ sandbox, now }: ApiCall, params: SessionParams): PortalSession {
  const { stripe, clock } = sandbox
  const customer = getCustomer(sandbox, params.customer, 'customer')
  const configuration = requireActiveConfiguration(sandbox, params.configuration)
  const session: PortalSession = {
    id: newId(stripe, 'bps'),
    token: randomSecret('test_', 32),
    created: now,
    customer: customer.id,
    configuration: configuration.id,
    return_url: params.return_url === undefined ? null : requireHttpUrl('return_url', params.return_url),
    locale: params.locale ?? null,
    flow: params.flow_data === undefined ? null : createPortalFlow(sandbox, customer, configuration, params.flow_data),
    ends_at: clock.now() + FIRST_USE_TIMEOUT_MS,
  }
  stripe.portal_sessions.set(session.token, session)
  return session
}

function requireActiveConfiguration({ stripe }: StripeSandbox, id: string | undefined): PortalConfiguration {
  if (id === undefined) {
    const words = 'No configuration provided and your test mode default configuration has not been created.'
    throw invalidParam(
      'configuration',
      `${words} Provide a configuration: the sandbox has no dashboard to save a default one in.`,
    )
  }
  const configuration = stripe.portal_configurations.get(id)
  if (!configuration) throw resourceMissing('configuration', id, 'configuration')
  if (!configuration.active) throw invalidParam('configuration', `The configuration ${id} is inactive.`)
  return configuration
}

/** Finds a session that has not expired, and extends it. */
export function openPortalSession({ stripe, clock }: StripeSandbox, token: string): PortalSession | undefined {
  const session = stripe.portal_sessions.get(token)
  const customer = stripe.customers.get(session?.customer ?? '')
  if (!session || !customer || customer.deleted || session.ends_at <= clock.now()) return undefined
  session.ends_at = clock.now() + IDLE_TIMEOUT_MS
  return session
}

export function portalPath({ token }: PortalSession): string {
  return `/billing.stripe.com/p/session/${token}`
}

/** URL of the portal's link back, unchanged. */
export function returnUrlOf({ stripe }: StripeSandbox, session: PortalSession): string | null {
  return session.return_url ?? stripe.portal_configurations.get(session.configuration)?.default_return_url ?? null
}

export function renderPortalSession(sandbox: StripeSandbox, session: PortalSession): Rendered {
  const { id, created, customer, configuration, locale, flow } = session
  return {
    id,
    object: 'billing_portal.session',
    after_expiration: null,
    configuration,
    created,
    customer,
    customer_account: null,
    flow: flow && renderFlow(flow),
    livemode: false,
    locale,
    on_behalf_of: null,
    return_url: returnUrlOf(sandbox, session),
    url: `${sandbox.url}${portalPath(session)}`,
  }
}

function renderFlow({ type, subscription, item, after }: PortalFlow): Rendered {
  const { return_url, custom_message } = after
  return {
    type,
    after_completion: {
      type: after.type,
      hosted_confirmation: after.type === 'hosted_confirmation' ? { custom_message } : null,
      redirect: after.type === 'redirect' ? { return_url } : null,
    },
    customer_update: type === 'customer_update' ? {} : null,
    subscription_cancel: type === 'subscription_cancel' ? { retention: null, subscription } : null,
    subscription_pause: null,
    subscription_update: type === 'subscription_update' ? { subscription } : null,
    subscription_update_confirm:
      type === 'subscription_update_confirm' ? { discounts: null, items: item ? [item] : [], subscription } : null,
  }
}
