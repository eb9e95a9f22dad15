import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountKeys, accountQuery, cancelEmailChange, resendEmailChange } from '../../api/account.ts'
import { authErrorMessage, retryAfterSeconds } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EmailForm, PasswordForm } from './credential-forms.tsx'
import { LoadFailure } from '../../forms/load-failure.tsx'

export type ManageAccountTab = 'email' | 'password'

export function ManageAccountCard({ tab, onTab }: { tab: ManageAccountTab; onTab: (tab: ManageAccountTab) => void }) {
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery)

  const placeholder = error ? (
    <LoadFailure
      title={t('Your account could not be loaded')}
      error={error}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  ) : (
    <FormSkeleton fields={tab === 'email' ? 2 : 3} />
  )
  return (
    <Card title={t('Manage Your Account')} description={t('Update your email address or change your password')}>
      <div className="px-5 pb-6">
        <Tabs<ManageAccountTab>
          label={t('Manage Your Account')}
          value={tab}
          onChange={onTab}
          tabs={[
            {
              value: 'email',
              label: t('Email Address'),
              content: account ? (
                <>
                  {account.newEmail ? (
                    <PendingEmail email={account.email} newEmail={account.newEmail} />
                  ) : (
                    <p className="mb-5 text-sm text-muted">
                      {rich('Your address is {email}', {
                        email: <strong className="font-medium wrap-anywhere text-ink">{account.email}</strong>,
                      })}
                    </p>
                  )}
                  <EmailForm key={String(account.hasPassword)} account={account} />
                </>
              ) : (
                placeholder
              ),
            },
            {
              value: 'password',
              label: t('Password'),
              content: account ? <PasswordForm key={String(account.hasPassword)} account={account} /> : placeholder,
            },
          ]}
        />
      </div>
    </Card>
  )
}

/** Has the height of the form. */
function FormSkeleton({ fields }: { fields: number }) {
  return (
    <output className="block max-w-md">
      <span className="sr-only">{t('Loading your account...')}</span>
      {fields === 2 && <Skeleton className="mb-5 h-5 w-56" />}
      {Array.from({ length: fields }, (_, field) => (
        <span key={field} className="mb-5 block">
          <Skeleton className="mb-1.5 h-5 w-32" />
          <Skeleton className="h-11" />
        </span>
      ))}
      <Skeleton className="h-11 w-48" />
    </output>
  )
}

/** Notice of a change of address that awaits confirmation by both mailboxes. */
function PendingEmail({ email, newEmail }: { email: string; newEmail: string }) {
  const client = useQueryClient()
  const resend = useSubmission(async () => {
    try {
      await resendEmailChange(email)
      toastSuccess(t('Links sent'), t('Please check both mailboxes.'))
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      toastError(
        t('Failed to send the links'),
        seconds === null
          ? authErrorMessage(error, t('Please try again later.'))
          : t('Please wait {seconds} seconds and try again.', { seconds }),
      )
    }
  })
  const cancel = useSubmission(async () => {
    try {
      await cancelEmailChange(email)
      toastSuccess(t('Change canceled'), t('You keep {email}.', { email }))
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (error) {
      toastError(t('Failed to cancel the change'), authErrorMessage(error, t('Please try again later.')))
    }
  })
  return (
    <div className="mb-6 max-w-md">
      <Notice tone="neutral">
        <h3 className="font-semibold">{t('Waiting for confirmation')}</h3>
        <p className="mt-1 wrap-anywhere">
          {rich('Your address changes to {email} as soon as both mailboxes have confirmed it.', {
            email: <strong className="font-semibold">{newEmail}</strong>,
          })}
        </p>
        <ol className="mt-2 list-decimal space-y-1 pl-5 wrap-anywhere">
          <li>{t('Open the link that was sent to {email}', { email: newEmail })}</li>
          <li>{t('Open the link that was sent to {email}', { email })}</li>
        </ol>
        <p className="mt-2 text-muted">
          {t(
            'The order does not matter. ' +
              'Until then you sign in as before; afterwards your other devices are signed out.',
          )}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" busy={resend.busy} onClick={() => resend.submit(undefined)}>
            {resend.busy ? t('Sending...') : t('Resend Links')}
          </Button>
          <Button size="small" tone="quiet" busy={cancel.busy} onClick={() => cancel.submit(undefined)}>
            {cancel.busy ? t('Canceling...') : t('Cancel Change')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
