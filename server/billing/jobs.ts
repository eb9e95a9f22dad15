import type { JobHandlers } from '../jobs/handlers.ts'
import { endCustomer } from './end-customer.ts'
import { lookAfterBilling } from './look-after-billing.ts'
import { reconcileBilling } from './reconcile-billing.ts'
import { syncCustomer } from './sync-customer.ts'

export const billingJobs = {
  'sync-customer': syncCustomer,
  'end-customer': endCustomer,
  'look-after-billing': lookAfterBilling,
  'reconcile-billing': reconcileBilling,
} satisfies Partial<JobHandlers>
