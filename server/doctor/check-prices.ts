import type { PoolConfig } from 'pg'
import { comparePrices } from '../billing/catalogue/check-prices.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { createStripe } from '../vendors/stripe/stripe.ts'
import { StripeError } from '../vendors/stripe/stripe-error.ts'
import { failure, ok, type Finding } from './finding.ts'

/** Compares the prices on the page with those at Stripe. @param owner of a database that has been migrated */
export async function checkPrices(owner: PoolConfig, { stripe: settings }: Config): Promise<Finding[]> {
  const check = 'Stripe prices'
  if (!settings || settings.setUp === 'automatic') return []
  await using db = await openDatabase({ connection: owner, maxConnections: 1, onError: () => undefined })
  try {
    const { problems } = await comparePrices(db, createStripe(settings))
    if (problems.length === 0) return [ok(check, 'are those of the page')]
    return problems.map((problem) => failure(check, problem, 'Run npx mailroom stripe setup.'))
  } catch (error) {
    // The check of the key reports it.
    if (error instanceof StripeError) return []
    throw error
  }
}
