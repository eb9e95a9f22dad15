import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../../api/account.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EmailForm } from './email-form.tsx'
import { LoadFailure } from './load-failure.tsx'
import { PasswordForm } from './password-form.tsx'
import { PendingEmail } from './pending-email.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'

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
