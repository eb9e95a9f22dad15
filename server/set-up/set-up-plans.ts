import { composeText } from '../../contract/compose-text.ts'
import type { EnteredValues, SettingProblem, SetUpFinding } from '../../contract/functions/operator-settings.ts'
import { setUpStripe } from '../billing/catalogue/set-up-stripe.ts'
import type { Context } from '../context.ts'
import type { StripeConfig } from '../service-settings.ts'
import { createStripe } from '../vendors/stripe/stripe.ts'
import { StripeError } from '../vendors/stripe/stripe-error.ts'
import { composeCandidate } from './entered-settings.ts'

interface PreparedPlans {
  /** With the secret of an endpoint that was created. */
  values: EnteredValues
  problems: SettingProblem[]
  findings: SetUpFinding[]
}

/** Of an endpoint that does not exist yet; in the form of Stripe's. */
const noSecret = 'whsec_notcreatedyet'

/** Creates at Stripe what plans need, as `npx mailroom stripe setup` does, where its key was entered. */
export async function preparePlans(ctx: Context, values: EnteredValues): Promise<PreparedPlans> {
  const nothing = { values, problems: [], findings: [] }
  if (!values.STRIPE_SECRET_KEY) return nothing
  const known = ctx.stored.values.STRIPE_WEBHOOK_SECRET ?? noSecret
  const { config, obstacles } = await composeCandidate(ctx, 'plans', { STRIPE_WEBHOOK_SECRET: known, ...values })
  if (obstacles.length > 0 || config.stripe === null) return nothing
  return createPlans({ ...ctx, config }, config.stripe, values)
}

export async function createPlans(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'stored'>,
  settings: StripeConfig,
  values: EnteredValues,
): Promise<PreparedPlans> {
  try {
    const { prices, webhookSecret } = await setUpStripe(ctx, createStripe(settings))
    const secret = webhookSecret ?? values.STRIPE_WEBHOOK_SECRET ?? ctx.stored.values.STRIPE_WEBHOOK_SECRET
    const findings = prices.map(({ name, unitAmount, made }) => ({
      level: 'ok' as const,
      text: `${name}: ${(unitAmount / 100).toFixed(2)} USD a month, ${made ? 'created' : 'there already'}`,
      remedy: null,
    }))
    if (!secret) return { values, findings, problems: [{ name: 'STRIPE_WEBHOOK_SECRET', message: secretThere }] }
    return {
      values: webhookSecret ? { ...values, STRIPE_WEBHOOK_SECRET: webhookSecret } : values,
      problems: [],
      findings,
    }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const reason = [error.status || null, error.code, error.param || null].filter(Boolean).join(' ')
    const message =
      error.status === 0
        ? composeText('Stripe does not respond (“{reason}”). Please try again later.', { reason })
        : composeText('Stripe refuses to create prices and endpoint (“{reason}”).', { reason })
    return { values, findings: [], problems: [{ name: 'STRIPE_SECRET_KEY', message }] }
  }
}

const secretThere = 'The webhook endpoint is at Stripe already: copy its secret from there.'
