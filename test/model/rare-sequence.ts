import type { Command } from './command.ts'
import { advanceBy, crashAt, expireDeltaLinks, failCalls, healAll, renewSubscription } from './fault-commands.ts'
import type { MailServerKind } from './mail-servers.ts'
import { deliverMails, moveMail, readMail, removeMail, tagMail, untagMail } from './message-commands.ts'
import {
  connectAgain,
  editFolder,
  fileAllNow,
  fileWhenOf,
  interruptActionsBy,
  stopAutomation,
} from './settings-commands.ts'
import { workOnce } from './sorting-commands.ts'

const invoice = deliverMails(1, 'invoice', 'prompt')
/** Longer than a pause of the mailbox and the delay of an action's second attempt. */
const tryAgain = [advanceBy('16 min'), workOnce]

const ofSubscriptions = [
  // The subscription is older than half of its life at the end, unless it is renewed after a day.
  [advanceBy('11 h'), workOnce, renewSubscription],
]
const ofMailboxes = [
  // Nothing announces a message, and the delta link has expired.
  [deliverMails(1, 'invoice', 'never'), expireDeltaLinks, ...tryAgain],
  // A message is deleted while it waits.
  [invoice, removeMail(0, true), workOnce],
  // A worker dies after a move; the user moves the second message back.
  [invoice, crashAt('drain-mailbox', 'move'), workOnce],
  [invoice, crashAt('drain-mailbox', 'move'), moveMail(0, 'Inbox'), workOnce],
  // The actions of a message have one order, also where the first of them has to wait.
  [failCalls('failedDraft'), invoice, workOnce, ...tryAgain, healAll, ...tryAgain],
  // The response to a new draft and to a new forward is lost.
  [failCalls('resetAfterDraft'), invoice, workOnce, ...tryAgain, ...tryAgain, healAll, ...tryAgain],
  // Actions wait for a sign-in. A revoked sign-in stops all calls.
  [interruptActionsBy('revoked'), workOnce, connectAgain, workOnce],
  [stopAutomation('everything'), invoice, workOnce, stopAutomation('nothing'), workOnce],
  // Email is filed after reading: a worker dies while it looks, before it moves and after; one is moved by its user.
  [fileWhenOf('after_read'), invoice, invoice, invoice, workOnce, ...tryAgain, readMail(0, true), readMail(1, true)],
  [crashAt('look-at-delayed', 3), workOnce, crashAt('drain-mailbox', 6), moveMail(1, 'Archive'), ...tryAgain],
  [readMail(2, true), crashAt('look-at-delayed', 9), crashAt('drain-mailbox', 'move'), workOnce, ...tryAgain],
  [
    invoice,
    workOnce,
    removeMail(0, false),
    ...tryAgain,
    invoice,
    workOnce,
    fileAllNow,
    workOnce,
    fileWhenOf('at_once'),
  ],
  // A folder tags: a worker dies while it does, and before and after; then the folder moves as well.
  [editFolder('Invoices', { filing: 'tag' }), invoice, crashAt('drain-mailbox', 'mark'), workOnce, ...tryAgain],
  [invoice, crashAt('drain-mailbox', 6), editFolder('Invoices', { active: false }), workOnce, ...tryAgain],
  [editFolder('Invoices', { active: true, filing: 'both' }), invoice, crashAt('drain-mailbox', 'mark'), workOnce],
  [...tryAgain, moveMail(0, 'Inbox'), workOnce, editFolder('Invoices', { filing: 'move' })],
]
/** What mail servers do in different ways: how a move, a draft, a forward and a tag are recognised. */
const ofMailServers = [
  // A message is deleted while it waits.
  [invoice, removeMail(0, true), workOnce],
  // A worker dies after a move; the user moves the second message back.
  [invoice, crashAt('drain-mailbox', 'move'), workOnce],
  [invoice, crashAt('drain-mailbox', 'move'), moveMail(0, 'Inbox'), workOnce],
  // The response to a new draft and to a new forward is lost.
  [failCalls('resetAfterDraft'), invoice, workOnce, ...tryAgain, ...tryAgain, healAll, ...tryAgain],
  // A folder tags: a worker dies while it does.
  [editFolder('Invoices', { filing: 'tag' }), invoice, crashAt('drain-mailbox', 'mark'), workOnce, ...tryAgain],
  [moveMail(0, 'Inbox'), workOnce, editFolder('Invoices', { filing: 'move' })],
]
const ofTags = [
  // In another month, where the limit is not reached.
  [advanceBy('31 days'), workOnce, workOnce],
  // The user's own category stays. Our tag is taken off one that waits, and replaced on one that is due.
  [fileWhenOf('after_read'), deliverMails(2, 'newsletter', 'prompt'), workOnce, ...tryAgain, tagMail(0, true)],
  [untagMail(0, null), readMail(1, true), untagMail(1, 'Invoices'), ...tryAgain, tagMail(0, false)],
  [fileWhenOf('at_once'), ...tryAgain],
]
const ofLimits = [
  // The monthly limit is reached.
  [deliverMails(6, 'invoice', 'prompt'), workOnce],
]

/** All of it that needs no subscription and no limit. */
export const wholeSequence: readonly Command[] = [...ofMailboxes, ...ofTags].flat()

/** What random runs rarely reach, and what mutants of the rules need to be noticed (`test/mutants`). */
export const rareSequence: Record<MailServerKind, readonly Command[]> = {
  outlook: [...ofSubscriptions, ...ofMailboxes, ...ofLimits, ...ofTags].flat(),
  imap: ofMailServers.flat(),
}
