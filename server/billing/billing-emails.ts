import type { Context } from '../context.ts'
import { accountEmail } from '../shared/account-email.ts'
import type { EmailComposers, EmailContent } from '../emails/email-content.ts'
import type { EmailPayload } from '../emails/email-kinds.ts'
import { readEmailLimit } from './entitlements/email-limit-queries.ts'

/** Emails about plans and payments. */
export const billingComposers = {
  'limit-reached': composeLimitReached,
  'payment-failed': composePaymentFailed,
} satisfies Partial<EmailComposers>

const footnote = 'You get this because you have an account with us. Nothing is charged automatically.'

async function composeLimitReached(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, month }: EmailPayload<'limit-reached'>,
): Promise<EmailContent | null> {
  const to = await ctx.db.asAccounts((tx) => accountEmail(tx, userId))
  const { limit, used } = await ctx.db.asService((tx) => readEmailLimit(tx, userId, month))
  // The limit has been raised meanwhile.
  if (to === null || used < limit) return null
  const { productName, publicUrl } = ctx.config
  return {
    to,
    subject: `${productName} has reached this month's limit`,
    heading: "This month's limit is reached",
    paragraphs: [
      `Your plan sorts ${limit.toLocaleString('en-US')} emails a month, and all of them are used. ` +
        'New email stays in your inbox; nothing is lost.',
      'Sorting continues next month, or as soon as your plan allows more. You can then also sort the ' +
        'email that waited.',
    ],
    button: { label: 'See plans and add-ons', url: `${publicUrl}/subscription` },
    footnote,
  }
}

async function composePaymentFailed(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId }: EmailPayload<'payment-failed'>,
): Promise<EmailContent | null> {
  const to = await ctx.db.asAccounts((tx) => accountEmail(tx, userId))
  if (to === null) return null
  const { productName, publicUrl, supportEmail } = ctx.config
  return {
    to,
    subject: `Your payment for ${productName} failed`,
    heading: 'A payment failed',
    paragraphs: [
      'We could not charge the card of your plan. Your plan continues for now, and the payment is tried again.',
      'To keep it, open the page below, choose Manage Subscription, and pay or use another card.',
    ],
    button: { label: 'Open your subscription', url: `${publicUrl}/subscription` },
    footnote:
      'We never ask for card details by email. ' +
      `If you are not sure, open ${publicUrl} yourself or write to ${supportEmail}.`,
  }
}
