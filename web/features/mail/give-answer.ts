import type { QueryClient } from '@tanstack/react-query'
import { ApiError, isPermanent, messageOf } from '../../api/api-error.ts'
import type { MailPlace } from '../../api/correct-sorting.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { locale, t, tn } from '../../texts/translate.ts'
import { markEmails } from './answered-emails.ts'
import type { ReviewEmail } from './review-groups.ts'
import { refreshReview, type SentAnswer, sendAnswer } from './send-answer.ts'
import { delayedText } from './mail-places.ts'

/** An answer to the review. It goes on, and can be undone, after the screen that gave it was left. */
export interface Answer {
  emails: readonly ReviewEmail[]
  to: MailPlace
  /** Null: the server refused it, which was reported. */
  sent: Promise<SentAnswer | null>
  /** Once it is carried out: whether there is something to undo. */
  stands: Promise<boolean>
}

/**
 * Answers for emails: the result shows at once. Emails whose answer fails are asked about again, with the reason.
 * @param all that the review asks about
 */
export function giveAnswer(
  client: QueryClient,
  emails: readonly ReviewEmail[],
  to: MailPlace,
  all: readonly ReviewEmail[],
): Answer {
  const removeMarks = markEmails(emails, 'answered')
  const sent = sendAnswer(client, { emails, to, all }).catch((error: unknown) => {
    if (isSettled(emails, error)) {
      markEmails(emails, 'answered')
      const subject = subjectText(emails[0]?.subject ?? null)
      toastError(t('Not moved'), t('“{subject}”: {error}', { subject, error: messageOf(error) }))
    } else {
      removeMarks()
      toastRefused(emails, error)
    }
    refreshReview(client).catch(() => undefined)
    return null
  })
  return { emails, to, sent, stands: followAnswer(emails, to, sent, removeMarks) }
}

/** The message is no longer in the inbox, so it needs no answer. */
const codesOfSettledMessages = new Set(['mail_gone', 'mail_moved_meanwhile', 'log_not_found'])
const isSettled = (emails: readonly ReviewEmail[], error: unknown): boolean =>
  emails.length === 1 && error instanceof ApiError && codesOfSettledMessages.has(error.code)

async function followAnswer(
  emails: readonly ReviewEmail[],
  to: MailPlace,
  request: Promise<SentAnswer | null>,
  removeMarks: ReturnType<typeof markEmails>,
): Promise<boolean> {
  const sent = await request
  if (!sent) return false
  reportDelay(sent.isDelayed, to.name)
  const refused = emails.filter((email) => !sent.emails.includes(email))
  if (refused.length > 0) {
    removeMarks(refused)
    toastRefused(refused, sent.failure)
  }
  // It is listed until it is moved.
  if (sent.isDelayed) return true
  const left = await sent.left().catch(() => null)
  // What is left is not known: the marks stay.
  if (!left) return true
  removeMarks()
  if (left.length > 0)
    toastError(
      tn(left.length, '{count} email was not moved', '{count} emails were not moved'),
      t('Moved or deleted elsewhere meanwhile: {subjects}', { subjects: subjectsOf(left) }),
    )
  return left.length < emails.length
}

/** @returns `later`: it cannot be undone now, but can be tried again */
export async function undoAnswer(
  client: QueryClient,
  { emails, sent: request }: Answer,
): Promise<'undone' | 'refused' | 'later'> {
  const removeMarks = markEmails(emails, 'undone')
  const sent = await request
  if (!sent) {
    removeMarks()
    return 'refused'
  }
  try {
    const isDelayed = await sent.undo()
    reportDelay(isDelayed, t('Inbox'))
    await refreshReview(client).catch(() => undefined)
    if (!isDelayed) removeMarks()
    return 'undone'
  } catch (error) {
    removeMarks()
    toastNotUndone(emails, error)
    return !isPermanent(error) || (error instanceof ApiError && error.code === 'mail_in_progress') ? 'later' : 'refused'
  }
}

const reportDelay = (isDelayed: boolean, destination: string): void => {
  if (isDelayed) toastSuccess(t('Moving to {destination}', { destination }), t(delayedText))
}

const subjectsShown = 3
const subjectsOf = (emails: readonly ReviewEmail[]): string => {
  const shown = emails.slice(0, subjectsShown).map(({ subject }) => `“${subjectText(subject)}”`)
  const more = emails.length - shown.length
  return new Intl.ListFormat(locale()).format(more > 0 ? [...shown, t('{count} more', { count: more })] : shown)
}

function toastRefused(emails: readonly ReviewEmail[], reason: unknown): void {
  const [only] = emails
  const error = messageOf(reason)
  toastError(
    t('Move failed'),
    emails.length === 1 && only
      ? t('“{subject}” is back in this list: {error}', { subject: subjectText(only.subject), error })
      : tn(
          emails.length,
          '{count} email is back in this list: {error}',
          '{count} emails are back in this list: {error}',
          { error },
        ),
  )
}

function toastNotUndone(emails: readonly ReviewEmail[], reason: unknown): void {
  const [only] = emails
  const error = messageOf(reason)
  toastError(
    t('Undo failed'),
    emails.length === 1 && only
      ? t('“{subject}” stays where it is: {error}', { subject: subjectText(only.subject), error })
      : tn(emails.length, '{count} email stays where it is: {error}', '{count} emails stay where they are: {error}', {
          error,
        }),
  )
}
