import { linkOptions } from '@tanstack/react-router'
import type { Notification } from '../../contract/functions/notifications.ts'
import { providerNames } from '../../contract/providers.ts'
import { actionRunTexts, RunReason } from '../../contract/action-runs.ts'
import { subjectText } from '../lib/message-texts.ts'
import { formatCount as counted } from '../lib/format.ts'

/** Title, text and target of each kind of notification. */
export function notificationText({ kind, mailbox, provider, address, folder, count, failure }: Notification) {
  switch (kind) {
    case 'mailbox_needs_sign_in':
      return {
        title: `${mailbox?.name ?? 'A mailbox'} needs you to sign in again`,
        text:
          `Microsoft no longer accepts our sign-in${mailbox ? ` to ${mailbox.email_address}` : ''}. ` +
          'New mail stays in the inbox until you connect it again.',
        link: linkOptions({ to: '/dashboard', search: { tab: 'mailbox' } }),
      }
    case 'connection_needs_sign_in':
      return {
        title: `${provider ? providerNames[provider] : 'A service'} needs you to sign in again`,
        text:
          'It no longer accepts our sign-in. Actions that use it fail until you connect it again; ' +
          'then they run again automatically.',
        link: linkOptions({ to: '/connections' }),
      }
    case 'limit_near':
      return {
        title: `${count ?? 80}% of this month's emails are used`,
        text: 'Beyond the limit new mail stays in your inbox until next month, or until your plan allows more.',
        link: linkOptions({ to: '/subscription' }),
      }
    case 'limit_reached':
      return {
        title: "This month's limit is reached",
        text: 'New mail stays in your inbox until next month, or until your plan allows more.',
        link: linkOptions({ to: '/subscription' }),
      }
    case 'payment_failed':
      return {
        title: 'A payment failed',
        text: 'Your plan goes on for now. Open Manage Subscription to pay, or to use another card.',
        link: linkOptions({ to: '/subscription' }),
      }
    case 'action_failed':
      return {
        ...failureText(failure, mailbox),
        link: linkOptions({
          to: '/history',
          search: { ...(mailbox && { mailbox: mailbox.id }), status: 'action_failed' },
        }),
      }
    case 'forward_address_requested':
      return {
        title: 'An address to forward mail to was added',
        text: `If you did not add ${address ?? 'it'}, remove it now and choose a new password.`,
        link: linkOptions({ to: '/account', hash: 'forward-addresses' }),
      }
    case 'forward_address_confirmed':
      return {
        title: 'An address to forward mail to was confirmed',
        text: `Your actions may now forward mail to ${address ?? 'it'}. Remove it if that is not what you want.`,
        link: linkOptions({ to: '/account', hash: 'forward-addresses' }),
      }
    case 'actions_retried':
      return {
        title: `${counted(count ?? 0, 'failed action')} ${count === 1 ? 'runs' : 'run'} again`,
        text: `${retriedAccount(mailbox, provider)} is connected. The history shows the results.`,
        link: linkOptions({ to: '/history', search: mailbox ? { mailbox: mailbox.id } : {} }),
      }
    case 'folder_recreated':
      return {
        title: `“${folder ?? 'A folder'}” is in Outlook again`,
        text:
          'Your instructions, conditions and actions of the earlier folder apply to it. ' +
          'Change them if the new folder is for other email.',
        link: linkOptions({ to: '/dashboard', search: { tab: 'folders' } }),
      }
    case 'sorted_while_away':
      return {
        title: `${counted(count ?? 0, 'email')} sorted while you were away`,
        text: 'The history shows where each one went, and why.',
        link: linkOptions({ to: '/history', search: { status: 'processed' } }),
      }
  }
}

/** Names the action, the email and the cause of the latest failure. */
function failureText(failure: Notification['failure'], mailbox: Notification['mailbox']) {
  const place = `The email itself is where it belongs${mailbox ? ` in ${mailbox.name}` : ''}.`
  // None is failed any more: all were retried.
  if (!failure) return { title: 'An automated action failed', text: `${place} The history says which one it was.` }
  const { subject, action, reason, others } = failure
  const more = others > 0 ? ` ${counted(others, 'other run')} failed in this mailbox too.` : ''
  return {
    title: `${action} failed for “${subjectText(subject)}”`,
    text: `${actionRunTexts[RunReason.catch('refused').parse(reason)]} ${place}${more}`,
  }
}

const retriedAccount = (mailbox: Notification['mailbox'], provider: Notification['provider']): string =>
  provider ? providerNames[provider] : (mailbox?.email_address ?? 'The mailbox')
