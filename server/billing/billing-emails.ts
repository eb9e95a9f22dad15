import type { Context } from '../context.ts'
import { findEmailRecipient } from '../shared/email-recipient.ts'
import { hasPlans } from '../shared/monthly-limit.ts'
import type { EmailComposers, EmailContent } from '../emails/email-content.ts'
import type { EmailPayload } from '../emails/email-kinds.ts'
import { emailTexts } from '../emails/email-texts.ts'
import { readEmailLimit } from './entitlements/email-limit-queries.ts'

/** Emails about plans and payments. */
export const billingComposers = {
  'limit-reached': composeLimitReached,
  'payment-failed': composePaymentFailed,
} satisfies Partial<EmailComposers>

async function composeLimitReached(
  ctx: Pick<Context, 'config' | 'db' | 'vendors'>,
  { userId, month }: EmailPayload<'limit-reached'>,
): Promise<EmailContent | null> {
  const recipient = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  const counted = { userId, month, hasPlans: hasPlans(ctx) }
  const { limit, used } = await ctx.db.asService((tx) => readEmailLimit(tx, counted))
  // The limit has been raised meanwhile.
  if (!recipient || limit === null || used < limit) return null
  const { t } = emailTexts(ctx.config, recipient.language)
  const { publicUrl } = ctx.config
  return {
    ...recipient,
    subject: t("{product} has reached this month's limit"),
    heading: t("This month's limit is reached"),
    paragraphs: [
      t('You have {limit} emails a month, and all of them are used. New emails stay in your inbox; nothing is lost.', {
        limit,
      }),
      t(
        '{product} continues next month, or as soon as your limit is raised. ' +
          'You can then also sort the emails that waited.',
      ),
    ],
    ...(counted.hasPlans
      ? {
          button: { label: t('See plans and add-ons'), url: `${publicUrl}/subscription` },
          footnote: t('You get this because you have an account at {product}. Nothing is charged automatically.'),
        }
      : {
          button: { label: t('Open the dashboard'), url: `${publicUrl}/dashboard` },
          footnote: t('You get this because you have an account at {product}.'),
        }),
  }
}

async function composePaymentFailed(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId }: EmailPayload<'payment-failed'>,
): Promise<EmailContent | null> {
  const recipient = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  if (!recipient) return null
  const { publicUrl } = ctx.config
  const { t } = emailTexts(ctx.config, recipient.language)
  return {
    ...recipient,
    subject: t('Your payment for {product} failed'),
    heading: t('A payment failed'),
    paragraphs: [
      t('The card of your plan could not be charged. Your plan continues for now, and the payment is tried again.'),
      t('To keep it, open the page below, choose Manage Subscription, and pay or use another card.'),
    ],
    button: { label: t('Open your subscription'), url: `${publicUrl}/subscription` },
    footnote: t(
      '{product} never asks for card details by email. ' +
        'If you are not sure, open {url} yourself or write to {support}.',
      { url: publicUrl },
    ),
  }
}
