import { secretOf } from '../../kit/secret.ts'
import type { World } from '../../kit/world.ts'
import type { Call } from '../api/call.ts'
import { customerIn } from '../billing/find.ts'
import { checkedUrl } from '../checkout/create.ts'
import { invalid, noSuch } from '../errors.ts'
import type { PortalConfiguration, PortalFlow, PortalSession } from '../hosted-model.ts'
import type { Rendered } from '../model.ts'
import { newId } from '../state.ts'
import { flowOf } from './flow.ts'
import type { SessionParams } from './params.ts'

const FIRST_USE_MS = 5 * 60_000
const IDLE_MS = 60 * 60_000

/** @throws StripeError 400 */
export function createPortalSession({ world, now }: Call, params: SessionParams): PortalSession {
  const { stripe, clock } = world
  const customer = customerIn(world, params.customer, 'customer')
  const configuration = configurationOf(world, params.configuration)
  const session: PortalSession = {
    id: newId(stripe, 'bps'),
    token: secretOf('test_', 32),
    created: now,
    customer: customer.id,
    configuration: configuration.id,
    return_url: params.return_url === undefined ? null : checkedUrl('return_url', params.return_url),
    locale: params.locale ?? null,
    flow: params.flow_data === undefined ? null : flowOf(world, customer, configuration, params.flow_data),
    ends_at: clock.now() + FIRST_USE_MS,
  }
  stripe.portal_sessions.set(session.token, session)
  return session
}

function configurationOf({ stripe }: World, id: string | undefined): PortalConfiguration {
  if (id === undefined) {
    const words = 'No configuration provided and your test mode default configuration has not been created.'
    throw invalid(
      'configuration',
      `${words} Provide a configuration: the sandbox has no dashboard to save a default one in.`,
    )
  }
  const configuration = stripe.portal_configurations.get(id)
  if (!configuration) throw noSuch('configuration', id, 'configuration')
  if (!configuration.active) throw invalid('configuration', `The configuration ${id} is inactive.`)
  return configuration
}

/** The session of an address, where it can be opened now; each request prolongs it. */
export function openPortalSession({ stripe, clock }: World, token: string): PortalSession | undefined {
  const session = stripe.portal_sessions.get(token)
  const customer = stripe.customers.get(session?.customer ?? '')
  if (!session || !customer || customer.deleted || session.ends_at <= clock.now()) return undefined
  session.ends_at = clock.now() + IDLE_MS
  return session
}

export function portalPath({ token }: PortalSession): string {
  return `/billing.stripe.com/p/session/${token}`
}

/** Where the link back leads: as it was given, to the letter. */
export function returnUrlOf({ stripe }: World, session: PortalSession): string | null {
  return session.return_url ?? stripe.portal_configurations.get(session.configuration)?.default_return_url ?? null
}

export function renderPortalSession(world: World, session: PortalSession): Rendered {
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
    return_url: returnUrlOf(world, session),
    url: `${world.url}${portalPath(session)}`,
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
