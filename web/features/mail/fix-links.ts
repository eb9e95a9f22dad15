import type { ActionRun, RunReason } from '../../../contract/action-runs.ts'
import type { ReasonCode } from '../../../contract/reasons.ts'
import type { LinkProps } from '../../routing/link.tsx'
import { text } from '../../texts/translate.ts'

type FixLink = LinkProps & { children: string }

const toConnections: FixLink = { to: '/connections', children: text('Open Connections') }
const toFolders: FixLink = { to: '/dashboard', search: { tab: 'folders' }, children: text('Open Email Folders') }
const toMailboxes: FixLink = { to: '/dashboard', search: { tab: 'mailbox' }, children: text('Open Mailboxes') }

/** Pages on which the user can fix the reason of a failure. */
const fixLinks = {
  not_connected: toConnections,
  connection_needs_sign_in: toConnections,
  address_missing: toFolders,
  address_unconfirmed: toFolders,
  address_withdrawn: toFolders,
  sending_not_allowed: toFolders,
  not_set_up: toFolders,
  plan_missing: toFolders,
  no_outgoing_server: toMailboxes,
  mailbox_needs_sign_in: toMailboxes,
} satisfies Partial<Record<RunReason, object>>

const hasFixLink = (reason: RunReason): reason is keyof typeof fixLinks => Object.hasOwn(fixLinks, reason)

/** The action was added to the folder but never configured. */
export const isNotSetUp = ({ status, reason }: ActionRun): boolean =>
  status === 'skipped' && (reason === 'not_set_up' || reason === 'address_missing')

/** The user can start it for the first time. */
export const canBeStarted = (run: ActionRun): boolean =>
  waitsForUser(run) || (run.status === 'skipped' && run.reason === 'answers_forward')

export const waitsForUser = ({ status, reason }: ActionRun): boolean => status === 'skipped' && reason === 'new_sender'

/** Link to the page on which the user can fix the failure; null: there is none. */
export function fixLinkOf(run: ActionRun) {
  const needsFix = run.status === 'failed' || isNotSetUp(run)
  return needsFix && run.reason !== null && hasFixLink(run.reason) ? fixLinks[run.reason] : null
}

/** Pages on which the user can change what left an email in the inbox. */
const reasonLinks: Partial<Record<ReasonCode, FixLink>> = {
  limit: { to: '/subscription', children: text('Open Subscription') },
  auth: toMailboxes,
  disabled: toFolders,
}
export const reasonLinkOf = (reason: ReasonCode, { hasPlans }: { hasPlans: boolean }): FixLink | undefined =>
  reason === 'limit' && !hasPlans ? undefined : reasonLinks[reason]
