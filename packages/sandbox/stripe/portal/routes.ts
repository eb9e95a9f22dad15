import { listRoute, route, type Route } from '../api/call.ts'
import { nothing } from '../api/params.ts'
import { noSuch } from '../errors.ts'
import type { PortalConfiguration } from '../hosted-model.ts'
import { newId, type Stripe } from '../state.ts'
import { changedConfiguration, NO_FEATURES, renderConfiguration } from './configuration.ts'
import { ConfigurationCreate, ConfigurationFilter, ConfigurationUpdate, SessionCreate } from './params.ts'
import { createPortalSession, renderPortalSession } from './session.ts'

const RESOURCE = 'billing_portal'

/** `/v1/billing_portal`: sessions, and what the portal lets customers do in them. */
export const portalRoutes: readonly Route[] = [
  route(['POST', '/v1/billing_portal/sessions'], RESOURCE, SessionCreate, (call, params) =>
    renderPortalSession(call.world, createPortalSession(call, params)),
  ),
  route(['POST', '/v1/billing_portal/configurations'], RESOURCE, ConfigurationCreate, ({ world, now }, params) => {
    const { stripe } = world
    const blank: PortalConfiguration = {
      id: newId(stripe, 'bpc'),
      created: now,
      updated: now,
      active: true,
      is_default: false,
      name: null,
      default_return_url: null,
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      features: NO_FEATURES,
      metadata: {},
    }
    const configuration = changedConfiguration(stripe, blank, params)
    stripe.portal_configurations.set(configuration.id, configuration)
    return renderConfiguration(configuration)
  }),
  listRoute('/v1/billing_portal/configurations', RESOURCE, ConfigurationFilter, ({ world }, { active, is_default }) =>
    [...world.stripe.portal_configurations.values()]
      .toReversed()
      .filter((configuration) => active === undefined || configuration.active === active)
      .filter((configuration) => is_default === undefined || configuration.is_default === is_default)
      .map(renderConfiguration),
  ),
  route(['GET', '/v1/billing_portal/configurations/:configuration'], RESOURCE, nothing(), ({ world }, _, id = '') =>
    renderConfiguration(configurationIn(world.stripe, id)),
  ),
  route(
    ['POST', '/v1/billing_portal/configurations/:configuration'],
    RESOURCE,
    ConfigurationUpdate,
    ({ world, now }, params, id = '') => {
      const changed = changedConfiguration(world.stripe, configurationIn(world.stripe, id), params)
      world.stripe.portal_configurations.set(id, { ...changed, updated: now })
      return renderConfiguration({ ...changed, updated: now })
    },
  ),
]

function configurationIn({ portal_configurations }: Stripe, id: string): PortalConfiguration {
  const configuration = portal_configurations.get(id)
  if (!configuration) throw noSuch('configuration', id)
  return configuration
}
