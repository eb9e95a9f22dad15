import { listRoute, route, type Route } from '../api/route-definition.ts'
import { noParams } from '../api/param-schemas.ts'
import { resourceMissing } from '../stripe-errors.ts'
import type { PortalConfiguration } from '../checkout-and-portal-objects.ts'
import { newId, type Stripe } from '../stripe-state.ts'
import { applyConfigurationParams, DEFAULT_FEATURES, renderConfiguration } from './portal-configuration.ts'
import { ConfigurationCreate, ConfigurationFilter, ConfigurationUpdate, SessionCreate } from './portal-params.ts'
import { createPortalSession, renderPortalSession } from './portal-session.ts'

const RESOURCE = 'billing_portal'

/** `/v1/billing_portal`: sessions and configurations. */
export const portalRoutes: readonly Route[] = [
  route(['POST', '/v1/billing_portal/sessions'], RESOURCE, SessionCreate, (call, params) =>
    renderPortalSession(call.sandbox, createPortalSession(call, params)),
  ),
  route(['POST', '/v1/billing_portal/configurations'], RESOURCE, ConfigurationCreate, ({ sandbox, now }, params) => {
    const { stripe } = sandbox
    const blank: PortalConfiguration = {
      id: newId(stripe, 'bpc'),
      created: now,
      updated: now,
      active: true,
      is_default: false,
      name: null,
      default_return_url: null,
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      features: DEFAULT_FEATURES,
      metadata: {},
    }
    const configuration = applyConfigurationParams(stripe, blank, params)
    stripe.portal_configurations.set(configuration.id, configuration)
    return renderConfiguration(configuration)
  }),
  listRoute('/v1/billing_portal/configurations', RESOURCE, ConfigurationFilter, ({ sandbox }, { active, is_default }) =>
    [...sandbox.stripe.portal_configurations.values()]
      .toReversed()
      .filter((configuration) => active === undefined || configuration.active === active)
      .filter((configuration) => is_default === undefined || configuration.is_default === is_default)
      .map(renderConfiguration),
  ),
  route(['GET', '/v1/billing_portal/configurations/:configuration'], RESOURCE, noParams(), ({ sandbox }, _, id = '') =>
    renderConfiguration(getConfiguration(sandbox.stripe, id)),
  ),
  route(
    ['POST', '/v1/billing_portal/configurations/:configuration'],
    RESOURCE,
    ConfigurationUpdate,
    ({ sandbox, now }, params, id = '') => {
      const changed = applyConfigurationParams(sandbox.stripe, getConfiguration(sandbox.stripe, id), params)
      sandbox.stripe.portal_configurations.set(id, { ...changed, updated: now })
      return renderConfiguration({ ...changed, updated: now })
    },
  ),
]

function getConfiguration({ portal_configurations }: Stripe, id: string): PortalConfiguration {
  const configuration = portal_configurations.get(id)
  if (!configuration) throw resourceMissing('configuration', id)
  return configuration
}
