import type { StripeCall } from './stripe-library.ts'
import { StripeError } from './stripe-error.ts'

export interface StripeCustomers {
  /** @param key the same key gives the same customer for at least 24 hours, whatever became of the first answer */
  createCustomer(customer: { email: string; userId: string }, key: string): Promise<{ id: string }>
  /** `unknown`: this account of Stripe's has never had it, which says nothing of the customer's rights. */
  findCustomer(id: string): Promise<{ state: 'there' | 'deleted' | 'unknown'; email: string | null }>
  setCustomerEmail(id: string, email: string): Promise<void>
  /** Ends its subscriptions, too. */
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
