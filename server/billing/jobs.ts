import type { JobHandlers } from '../jobs/job-handlers.ts'
import { closeCustomer } from './close-customer.ts'
import { maintainBilling } from './maintain-billing.ts'
import { reconcileBilling } from './reconcile-billing.ts'
import { syncCustomer } from './sync-customer.ts'

export const billingJobs = {
  'sync-customer': syncCustomer,
  'close-customer': closeCustomer,
  'maintain-billing': maintainBilling,
  'reconcile-billing': reconcileBilling,
} satisfies Partial<JobHandlers>
