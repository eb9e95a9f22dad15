import type { StripeCall } from './stripe-sdk.ts'
import { StripeError } from './stripe-error.ts'

export interface StripeCustomers {
  /** @param key idempotency key: returns the same customer for at least 24 hours */
  createCustomer(customer: { email: string; userId: string }, key: string): Promise<{ id: string }>
  /** `unknown`: this Stripe account never had the customer; another account may still charge them. */
  findCustomer(id: string): Promise<{ state: 'there' | 'deleted' | 'unknown'; email: string | null }>
  setCustomerEmail(id: string, email: string): Promise<void>
  /** Stripe cancels the customer's subscriptions, too. */
  deleteCustomer(id: string): Promise<void>
}

export const stripeCustomers = (call: StripeCall): StripeCustomers => ({
  async createCustomer({ email, userId }, idempotencyKey) {
    const { id } = await call((stripe) =>
      stripe.customers.create({ email, metadata: { user_id: userId } }, { idempotencyKey }),
    )
    return { id }
  },
  async findCustomer(id) {
    try {
      const found = await call((stripe) => stripe.customers.retrieve(id))
      return found.deleted ? { state: 'deleted', email: null } : { state: 'there', email: found.email }
    } catch (error) {
      if (error instanceof StripeError && error.isMissing) return { state: 'unknown', email: null }
      throw error
    }
  },
  async setCustomerEmail(id, email) {
    await call((stripe) => stripe.customers.update(id, { email }))
  },
  async deleteCustomer(id) {
    await call((stripe) => stripe.customers.del(id))
  },
})
