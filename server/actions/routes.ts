import type { Route } from '../http/route.ts'
import { actionRuns } from './action-runs.ts'
import { emailActions } from './email-actions.ts'
import { forwardAddressLink } from './forward-addresses/forward-address-link.ts'
import { forwardAddresses } from './forward-addresses/forward-addresses.ts'

export const actionRoutes: Route[] = [emailActions, actionRuns, forwardAddresses, ...forwardAddressLink]
