import type { InvariantMutant } from './mutant.ts'

/** Faults against the rules about Outlook. */
export const outlookMutants: readonly InvariantMutant[] = [
  {
    name: 'the webhook responds before its notifications are committed',
    invariant: 16,
    file: 'server/mail/outlook/change-notifications/mail-webhook.ts',
    text: 'if (items.length > 0) await recordChangeNotifications(ctx, items)',
    replacement: 'if (items.length > 0) recordChangeNotifications(ctx, items).catch(() => undefined)',
    tests: ['server/mail/outlook/change-notifications/mail-webhook.test.ts'],
  },
  {
    name: 'an expired delta link starts with the present',
    invariant: 17,
    file: 'server/mail/intake/catch-up.ts',
    text: '{ since: addMs(state.caught_up_until ?? startedAt, -readOverlapMs) }',
    replacement: '{ since: addMs(startedAt, -readOverlapMs) }',
    tests: ['server/mail/intake/catch-up.test.ts', 'test/model/sorting-model.test.ts'],
  },
  {
    name: 'the delta link is stored before its messages',
    invariant: 17,
    file: 'server/mail/intake/catch-up.ts',
    text: '    found += await ctx.db.asService((tx) => recordFound(ctx, tx, mailboxId, ids))\n',
    replacement:
      '    recordLater(() => ctx.db.asService((tx) => recordFound(ctx, tx, mailboxId, ids)))\n' +
      '    function recordLater(record: () => Promise<number>) { setTimeout(() => record().catch(() => 0), 0) }\n',
    tests: ['server/mail/intake/catch-up.test.ts'],
  },
  {
    name: 'a subscription is not renewed by its age',
    invariant: 18,
    file: 'server/mail/outlook/change-notifications/reconcile-subscription.ts',
    text: 'if (verify || isRenewalDue(stored, now)) return renew(ctx, mailboxId, stored)',
    replacement: 'if (verify) return renew(ctx, mailboxId, stored)',
    tests: ['server/mail/outlook/change-notifications/ensure-subscription.test.ts', 'test/model/sorting-model.test.ts'],
  },
  {
    name: 'unannounced mail does not verify the subscription',
    invariant: 18,
    file: 'server/mail/intake/catch-up.ts',
    text: 'if (isUnannounced && found > 0) await verifySubscription(ctx, tx, mailboxId)',
    replacement: 'void [isUnannounced, verifySubscription]',
    tests: ['server/mail/outlook/change-notifications/ensure-subscription.test.ts'],
  },
  {
    name: 'a revoked grant does not stop calls',
    invariant: 19,
    file: 'server/mail/access/mailbox-account.ts',
    text: "needsSignIn: ({ status }) => status === 'reauth_required',",
    replacement: 'needsSignIn: () => false,',
    tests: ['server/mail/outlook/mailbox-grant.test.ts'],
  },
  {
    name: 'two workers refresh the same tokens',
    invariant: 19,
    file: 'server/grants/refresh-grant.ts',
    text: 'const row = await grant.load(tx, true)\n  if (!row) throw',
    replacement: 'const row = await grant.load(tx, false)\n  if (!row) throw',
    tests: ['server/mail/outlook/mailbox-grant.test.ts'],
  },
]
