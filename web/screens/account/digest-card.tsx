import { useQuery } from '@tanstack/react-query'
import type { EmailDigestOutput } from '../../../contract/functions/email-digest.ts'
import { digestTime } from '../../../contract/limits.ts'
import { accountQuery } from '../../api/account.ts'
import { emailDigestQuery, useRequestDigestConfirmation, useSaveEmailDigest } from '../../api/email-digest.ts'
import { formatDateTime } from '../../lib/format.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { rich } from '../../texts/rich.ts'
import { t, text } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorMessage } from './error-message.ts'
import { LoadFailure } from '../../forms/load-failure.tsx'

type Choice = 'off' | 'daily' | 'weekly'

const choices = (): { value: Choice; label: string; hint: string }[] => [
  { value: 'off', label: t('Off'), hint: t('No digest.') },
  { value: 'daily', label: t('Daily'), hint: t('Each day at {time}, about the day before.', { time: digestTime }) },
  {
    value: 'weekly',
    label: t('Weekly'),
    hint: t('Each Monday at {time}, about the week before.', { time: digestTime }),
  },
]

const savedTitles: Record<Choice, string> = {
  off: text('Digest switched off'),
  daily: text('Daily digest chosen'),
  weekly: text('Weekly digest chosen'),
}

function nextStep({ frequency, needsConfirmation }: EmailDigestOutput): string {
  if (frequency === null) return t('No more digests are sent.')
  return needsConfirmation
    ? t('Confirm your address first: open the link that was sent to you. The digest starts then.')
    : t('It is sent only when there is something to report.')
}

/** How often the user gets a summary by email. */
export function DigestCard() {
  const { data: digest, error, isFetching, refetch } = useQuery(emailDigestQuery)
  return (
    <Card
      title={t('Email Digest')}
      description={t('A summary by email: what was sorted, what waits for your review, and what needs you')}
    >
      <div className="border-t border-line">
        {digest ? (
          <DigestForm digest={digest} />
        ) : error ? (
          <LoadFailure
            title={t('Your digest could not be loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <output className="block px-5 py-4">
            <span className="sr-only">{t('Loading your digest...')}</span>
            <Skeleton className="h-44 w-full" />
          </output>
        )}
      </div>
    </Card>
  )
}

function DigestForm({ digest }: { digest: EmailDigestOutput }) {
  const save = useSaveEmailDigest()
  const { frequency, nextAt, needsConfirmation, isAvailable } = digest
  const chosen = save.isPending ? save.variables : frequency
  const choose = (choice: Choice): void =>
    save.mutate(choice === 'off' ? null : choice, {
      onSuccess: (saved) => toastSuccess(t(savedTitles[choice]), nextStep(saved)),
      onError: (failure) => toastError(t('Failed to save the digest'), errorMessage(failure)),
    })
  return (
    <div className="space-y-4 px-5 py-4">
      <ChoiceField
        legend={t('How often')}
        value={chosen ?? 'off'}
        choices={choices()}
        onChange={choose}
        disabled={(choice) => choice !== 'off' && !isAvailable}
      />
      {!isAvailable && (
        <Notice tone="neutral">
          {t('This server cannot send email, so there is no digest. Its operator can change that.')}
        </Notice>
      )}
      {isAvailable && needsConfirmation && <DigestConfirmation />}
      {isAvailable && !needsConfirmation && nextAt !== null && (
        <p className="text-sm text-muted">
          {rich('The next one is sent on {date} (your time), unless there is nothing to report.', {
            date: <time dateTime={nextAt}>{formatDateTime(nextAt)}</time>,
          })}
        </p>
      )}
    </div>
  )
}

/** The digest waits until the reader of the address has agreed to it. */
function DigestConfirmation() {
  const { data: account } = useQuery(accountQuery)
  const request = useRequestDigestConfirmation()
  const send = (): void =>
    request.mutate(undefined, {
      onSuccess: () => toastSuccess(t('Link sent'), t('Open the newest email and press the button there.')),
      onError: (error) => toastError(t('Failed to send the link'), errorMessage(error)),
    })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <Notice tone="warn" role="alert">
          {account
            ? rich(
                'Confirm your address first: open the link that was sent to <address>{email}</address>. The ' +
                  'digest starts then.',
                {
                  email: account.email,
                  address: (content) => <strong className="font-medium wrap-anywhere">{content}</strong>,
                },
              )
            : t('Confirm your address first: open the link that was sent to you. The digest starts then.')}
        </Notice>
      </div>
      <Button busy={request.isPending} onClick={send}>
        {t('Send Link Again')}
      </Button>
    </div>
  )
}
