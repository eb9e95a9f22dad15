import type { JobHandlers } from '../jobs/job-handlers.ts'
import { closeCustomer } from './close-customer.ts'
import { maintainBilling } from './maintain-billing.ts'
import { reconcileBilling } from './events/reconcile-billing.ts'
import { syncCustomer } from './entitlements/sync-customer.ts'

export const billingJobs = {
  'sync-customer': syncCustomer,
  'close-customer': closeCustomer,
  'maintain-billing': maintainBilling,
  'reconcile-billing': reconcileBilling,
} satisfies Partial<JobHandlers>
