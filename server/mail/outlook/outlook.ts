import { refreshGrant } from '../../grants/refresh-grant.ts'
import { sealEmptyTokens } from '../../grants/sealed-tokens.ts'
import type { OutlookMailbox } from '../../vendors/graph/graph.ts'
import { microsoftBreakers } from '../../vendors/vendors.ts'
import { hasSendingScope } from '../../vendors/oauth/entra.ts'
import type { MailProvider } from '../access/mail-provider.ts'
import { categoryName } from './category-name.ts'
import { endSubscription } from './change-notifications/end-subscription.ts'
import { keepSubscription } from './change-notifications/keep-subscription.ts'
import { reconcileSubscription } from './change-notifications/reconcile-subscription.ts'
import { isWebhookRefused } from '../../vendors/graph/graph-subscriptions.ts'
import { describePermissions } from './permission-descriptions.ts'
import { mailboxGrant } from './mailbox-grant.ts'
import { openOutlook, outlookFailureScope } from './open-outlook.ts'
import { deleteTokens, mailboxTokenSealContext } from './token-queries.ts'

/** Mailboxes of Microsoft 365 and Outlook.com, by Microsoft Graph. */
export const outlook: MailProvider<OutlookMailbox> = {
  kind: 'microsoft',
  signIn: 'oauth',
  hasWebLinks: true,
  can: { send: (scopes) => hasSendingScope(scopes?.split(' ') ?? []) || 'sending_not_allowed' },
  categoryOf: categoryName,
  renewSignIn: async (ctx, mailboxId) => (await refreshGrant(ctx, mailboxGrant(ctx, mailboxId), 'always')).expires_at,
  deleteSignIn: (ctx, tx, at) => deleteTokens(tx, at.mailboxId, sealEmptyTokens(ctx, mailboxTokenSealContext(at))),
  open: openOutlook,
  scopeOf: outlookFailureScope,
  owns: ({ vendor }) => Object.values(microsoftBreakers).includes(vendor),
  describePermissions,
  async watch(ctx, mailboxId, options) {
    try {
      return await reconcileSubscription(ctx, mailboxId, options)
    } catch (error) {
      if (isWebhookRefused(error)) return 'unreachable'
      throw error
    }
  },
  keepWatching: keepSubscription,
  release: endSubscription,
}
