import { COUNTER_GAP, type StoredPart } from '../storage/stored-part.ts'
import { runDueActions } from './run-due-actions.ts'
import { createStripe, type Stripe, type StripeSandbox } from './stripe-state.ts'
import { attemptDelivery } from './webhooks/attempt-delivery.ts'
import { createWebhooks, type Delivery } from './webhooks/webhook-state.ts'

type StoredStripe = Omit<Stripe, 'webhooks' | 'listeners' | 'cancelTimer'> & { deliveries: Delivery[] }

/** Renewals that became due while the sandbox was stopped happen when it starts. */
export function storedStripe(sandbox: StripeSandbox): StoredPart {
  const { stripe } = sandbox
  return {
    name: 'stripe',
    capture(): StoredStripe {
      const { webhooks, listeners: _listeners, cancelTimer: _cancelTimer, ...stored } = stripe
      return { ...stored, deliveries: webhooks.deliveries }
    },
    restore({ deliveries, ...stored }: StoredStripe) {
      const { listeners } = stripe
      Object.assign(stripe, createStripe(), stored, { listeners, webhooks: { ...createWebhooks(), deliveries } })
      stripe.counter += COUNTER_GAP
      for (const [key, { answer }] of stripe.idempotentResponses) {
        if (answer === null) stripe.idempotentResponses.delete(key)
      }
      for (const clock of stripe.test_clocks.values()) clock.status = 'ready'
      for (const delivery of deliveries) {
        if (delivery.state === 'waiting') sandbox.clock.after(0, () => attemptDelivery(sandbox, delivery))
      }
      sandbox.clock.after(0, () => runDueActions(sandbox))
    },
  }
}
