import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { FollowUp } from '../../../../contract/functions/follow-ups.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { followUpsQuery, readFollowUpLink, useDismissFollowUp } from '../../../api/follow-ups.ts'
import { useOpenLink } from '../../../features/mail/use-open-in-mailbox.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { now } from '../../../lib/clock.ts'
import { formatAgo, formatNumber } from '../../../lib/format.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { t, text } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'

const maxShown = 5

const lists = [
  { state: 'sent', title: text('You have no answer yet') },
  { state: 'question', title: text('Questions that you have not answered') },
] as const

/** What waits for an answer of another person, and of the user; null where nothing does. */
export function FollowUps() {
  const { data } = useQuery(followUpsQuery())
  const shown = lists
    .map(({ state, title }) => ({ title, emails: (data ?? []).filter((email) => email.state === state) }))
    .filter(({ emails }) => emails.length > 0)
  if (shown.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-flow-col xl:auto-cols-fr">
      {shown.map(({ title, emails }) => (
        <FollowUpList key={title} title={t(title)} emails={emails} />
      ))}
    </div>
  )
}

function FollowUpList({ title, emails }: { title: string; emails: readonly FollowUp[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const dismiss = useDismissFollowUp()
  const run = (action: 'dismiss' | 'restore', { id }: FollowUp, onSuccess: () => void): void =>
    dismiss.mutate(
      { action, followUpId: id },
      {
        onSuccess,
        onError: (error) => toastError(t('Update Failed'), errorMessageOr(error, t('Please try again.'))),
      },
    )
  const onDismiss = (email: FollowUp): void =>
    run('dismiss', email, () => {
      // The button, which has the focus, is removed.
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      const undo = { label: t('Undo'), run: () => run('restore', email, () => toastSuccess(t('Listed again'))) }
      toastSuccess(t('Dismissed'), subjectOf(email), undo)
    })
  return (
    <Card
      title={title}
      actions={
        emails.length > maxShown && (
          <Button size="small" tone="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('Show Fewer') : t('Show All ({number})', { number: formatNumber(emails.length) })}
          </Button>
        )
      }
      className="min-w-0"
    >
      <ul aria-label={title} className="divide-y divide-line border-t border-line">
        {(isOpen ? emails : emails.slice(0, maxShown)).map((email) => (
          <FollowUpRow
            key={email.id}
            email={email}
            isDismissing={dismiss.isPending && dismiss.variables.followUpId === email.id}
            onDismiss={() => onDismiss(email)}
          />
        ))}
      </ul>
    </Card>
  )
}

const subjectOf = ({ subject }: FollowUp): string => safeText(subject ?? '') || t('No subject')

interface FollowUpRowProps {
  email: FollowUp
  isDismissing: boolean
  onDismiss: () => void
}

function FollowUpRow({ email, isDismissing, onDismiss }: FollowUpRowProps) {
  const { list } = useMailboxes()
  const openLink = useOpenLink()
  const subject = subjectOf(email)
  const mailbox = list.find(({ id }) => id === email.mailboxId)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium" title={subject}>
          {subject}
        </p>
        <p className="truncate text-muted">
          {safeText(email.name ?? '') || safeText(email.address)} · {formatAgo(email.at, now())}
          {list.length > 1 && mailbox && ` · ${mailbox.name}`}
        </p>
      </div>
      <div className="-mr-3 flex max-sm:-ml-3">
        {mailbox?.has_web_links && (
          <Button
            size="small"
            tone="quiet"
            icon={<ExternalLink aria-hidden="true" />}
            aria-label={t('{action}: {email}', { action: t('Open'), email: subject })}
            onClick={() => void openLink(() => readFollowUpLink(email.id))}
          >
            {t('Open')}
          </Button>
        )}
        <Button
          size="small"
          tone="quiet"
          busy={isDismissing}
          aria-label={t('{action}: {email}', { action: t('Dismiss'), email: subject })}
          onClick={onDismiss}
        >
          {t('Dismiss')}
        </Button>
      </div>
    </li>
  )
}
