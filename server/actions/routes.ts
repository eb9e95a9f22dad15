import type { Route } from '../http/routing/route.ts'
import { actionRuns } from './runs/action-runs.ts'
import { emailActions } from './configuration/email-actions.ts'
import { forwardAddressConfirmationRoutes } from './forward-addresses/confirm-forward-address-page.ts'
import { forwardAddressRemovalRoutes } from './forward-addresses/remove-forward-address-page.ts'
import { forwardAddresses } from './forward-addresses/forward-addresses.ts'

export const actionRoutes: Route[] = [
  emailActions,
  actionRuns,
  forwardAddresses,
  ...forwardAddressConfirmationRoutes,
  ...forwardAddressRemovalRoutes,
]
