import { actionRunTexts, RunReason } from '../../../contract/action-runs.ts'
import type { Notification } from '../../../contract/functions/notifications.ts'
import { providerNames } from '../../../contract/providers.ts'
import { subjectText } from '../../lib/message-texts.ts'
import type { Target } from '../../routing/pages.ts'
import { t, tn } from '../../texts/translate.ts'

/** Title, text and target of each kind of notification. */
export function notificationText(
  { kind, mailbox, provider, address, folder, destination, count, usage, failure }: Notification,
  { hasPlans }: { hasPlans: boolean },
): {
  title: string
  text: string
  link: Target
} {
  switch (kind) {
    case 'mailbox_needs_sign_in':
      return {
        title: mailbox
          ? t('{name} needs you to sign in again', { name: mailbox.email_address })
          : t('A mailbox needs you to sign in again'),
        text: mailbox
          ? t(
              'The mailbox {address} no longer accepts the sign-in. New emails stay in the inbox until you ' +
                'reconnect it.',
              { address: mailbox.email_address },
            )
          : t('It no longer accepts the sign-in. New emails stay in the inbox until you reconnect it.'),
        link: { to: '/dashboard', search: { tab: 'mailbox' } },
      }
    case 'mailbox_unavailable':
      return {
        title: mailbox
          ? t('{name} is not available', { name: mailbox.email_address })
          : t('A mailbox is not available'),
        text: t(
          'It may be inactive, deleted or hosted on-premise, your organization may no longer admit this app, or ' +
            'its mail server numbers the emails of a folder again and again. New emails stay in the inbox until ' +
            'the mailbox is available again.',
        ),
        link: { to: '/dashboard', search: { tab: 'mailbox' } },
      }
    case 'connection_needs_sign_in':
      return {
        title: provider
          ? t('{name} needs you to sign in again', { name: providerNames[provider] })
          : t('A service needs you to sign in again'),
        text: t(
          'It no longer accepts the sign-in. Actions that use it fail until you reconnect it; then they run ' +
            'again automatically.',
        ),
        link: { to: '/connections' },
      }
    case 'limit_near':
    case 'limit_reached':
      return {
        title: usage
          ? t('{used} of {limit} emails used', usage)
          : t("{percent}% of this month's emails are used", { percent: count ?? 100 }),
        text:
          kind === 'limit_near' && hasPlans
            ? t('See plans')
            : t('New emails stay in your inbox until next month, or until your limit is raised.'),
        link: { to: hasPlans ? '/subscription' : '/dashboard' },
      }
    case 'payment_failed':
      return {
        title: t('A payment failed'),
        text: t('Your plan continues for now. Open Manage Subscription to pay, or to use another card.'),
        link: { to: '/subscription' },
      }
    case 'action_failed':
      return {
        ...failureText(failure, mailbox),
        link: {
          to: '/history',
          search: { ...(mailbox && { mailbox: mailbox.id }), status: 'action_failed' },
        },
      }
    case 'forward_address_requested':
      return {
        title: t('A forwarding address was added'),
        text: address
          ? t('If you did not add {address}, remove it now and choose a new password.', { address })
          : t('If you did not add it, remove it now and choose a new password.'),
        link: { to: '/account', hash: 'forward-addresses' },
      }
    case 'forward_address_confirmed':
      return {
        title: t('A forwarding address was confirmed'),
        text: address
          ? t('Your actions may now forward emails to {address}. Remove it if that is not what you want.', { address })
          : t('Your actions may now forward emails to it. Remove it if that is not what you want.'),
        link: { to: '/account', hash: 'forward-addresses' },
      }
    case 'actions_retried':
      return {
        title: tn(count ?? 0, '{count} failed action runs again', '{count} failed actions run again'),
        text: t('{account} is connected. The history shows the results.', {
          account: retriedAccount(mailbox, provider),
        }),
        link: { to: '/history', search: mailbox ? { mailbox: mailbox.id } : {} },
      }
    case 'folder_deleted':
      return {
        title: folder
          ? t('“{folder}” was deleted in the mailbox', { folder })
          : t('A folder was deleted in the mailbox'),
        text: t('Its emails stay in the inbox and are not counted. Create the folder again, or switch it off.'),
        link: { to: '/dashboard', search: { tab: 'folders' } },
      }
    case 'folder_recreated':
      return {
        title: folder ? t('“{folder}” is in the mailbox again', { folder }) : t('A folder is in the mailbox again'),
        text: t(
          'Your instructions, conditions and actions of the earlier folder apply to it. Change them if the new ' +
            'folder is for other emails.',
        ),
        link: { to: '/dashboard', search: { tab: 'folders' } },
      }
    case 'file_destination_changed':
      return {
        title: t('Attachments are stored in another place'),
        text: destination
          ? t('They go to {destination} now. If you did not set this, change it back and choose a new password.', {
              destination,
            })
          : t('If you did not set this, change it back and choose a new password.'),
        link: { to: '/dashboard', search: { tab: 'folders' } },
      }
    case 'mass_move':
      return {
        title: folder
          ? tn(count ?? 0, 'You moved {count} email to “{folder}”', 'You moved {count} emails to “{folder}”', {
              folder,
            })
          : tn(count ?? 0, 'You moved {count} email to the inbox', 'You moved {count} emails to the inbox'),
        text: t(
          'Nothing was learned from them in {account}, since there were so many at once. Choose whether it should be.',
          { account: mailbox?.email_address ?? t('The mailbox') },
        ),
        link: { to: '/dashboard', search: { tab: 'folders' } },
      }
    case 'hourly_limit_reached':
      return {
        title: address ? t('Emails to {address} are held back', { address }) : t('Emails are held back'),
        text: t(
          'Within an hour {count} went there automatically, which is the limit. You can try the others again in an ' +
            'hour.',
          { count: count ?? 0 },
        ),
        link: { to: '/history', search: { ...(mailbox && { mailbox: mailbox.id }), status: 'action_failed' } },
      }
    case 'sorted_while_away':
      return {
        title: tn(count ?? 0, '{count} email sorted while you were away', '{count} emails sorted while you were away'),
        text: t('The history shows where each one went, and why.'),
        link: { to: '/history', search: { status: 'processed' } },
      }
  }
}

/** Names the action, the email and the cause of the latest failure. */
function failureText(failure: Notification['failure'], mailbox: Notification['mailbox']) {
  const place = mailbox
    ? t('The email itself is where it belongs in {name}.', { name: mailbox.email_address })
    : t('The email itself is where it belongs.')
  // None is failed any more: all were retried.
  if (!failure)
    return { title: t('An automated action failed'), text: `${place} ${t('The history says which one it was.')}` }
  const { subject, action, reason, others } = failure
  const more =
    others > 0
      ? tn(others, '{count} other run failed in this mailbox too.', '{count} other runs failed in this mailbox too.')
      : ''
  return {
    title: t('{action} failed for “{subject}”', { action: t(action), subject: subjectText(subject) }),
    text: `${t(actionRunTexts[RunReason.catch('refused').parse(reason)])} ${place} ${more}`.trim(),
  }
}

const retriedAccount = (mailbox: Notification['mailbox'], provider: Notification['provider']): string =>
  provider ? providerNames[provider] : (mailbox?.email_address ?? t('The mailbox'))
