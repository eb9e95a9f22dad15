import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, LogIn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { linkProvider, providersQuery, type SignInProvider, unlinkProvider } from '../../api/account-methods.ts'
import { type Account, accountKeys, accountQuery, type SignInMethod } from '../../api/account.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { GoogleMark, MicrosoftMark } from '../../ui/provider-marks.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { errorMessage } from './error-message.ts'
import { LoadFailure } from '../../forms/load-failure.tsx'

const ConfirmDialog = onDemand(async () => (await import('../../ui/dialog.tsx')).ConfirmDialog, {
  failed: ({ onCancel }) => onCancel(),
})

export function SignInMethodsCard({ onPassword }: { onPassword: () => void }) {
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery)
  const [removing, setRemoving] = useState<SignInMethod | null>(null)
  const removal = useRemoveMethod(() => setRemoving(null))
  return (
    <Card title={t('Sign-In Methods')} description={t('How you sign in to your account. One method has to stay.')}>
      <div className="border-t border-line">
        {account ? (
          <SignInMethodsList account={account} onPassword={onPassword} onRemove={setRemoving} />
        ) : error ? (
          <LoadFailure
            title={t('Your sign-in methods could not be loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={3} rowClassName="h-17" label={t('Loading your sign-in methods...')} />
        )}
      </div>
      {removing && (
        <ConfirmDialog
          onCancel={() => setRemoving(null)}
          onConfirm={() => removal.submit(removing)}
          {...removalTexts(removing)}
          busy={removal.busy}
        />
      )}
    </Card>
  )
}

function useRemoveMethod(onDone: () => void) {
  const client = useQueryClient()
  const { withReauthentication } = useReauthentication()
  return useSubmission(async (method: SignInMethod) => {
    try {
      await withReauthentication(() => unlinkProvider(method))
      toastSuccess(
        method.provider === 'email'
          ? t('Password removed')
          : t('{provider} unlinked', { provider: providerName(method.provider) }),
      )
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (failure) {
      if (!isCancelled(failure))
        toastError(t('Failed to remove {provider}', { provider: providerName(method.provider) }), errorMessage(failure))
    } finally {
      onDone()
    }
  })
}

function removalTexts({ provider, email }: SignInMethod) {
  if (provider === 'email')
    return {
      title: t('Remove your password?'),
      description: t('You can then no longer sign in with it. You can set a new one at any time.'),
      confirmLabel: t('Remove'),
      busyLabel: t('Removing...'),
    }
  const account = email ?? providerName(provider)
  return {
    title: t('Unlink {provider}?', { provider: providerName(provider) }),
    description: t('You can then no longer sign in with {account}. You can link it again at any time.', { account }),
    confirmLabel: t('Unlink'),
    busyLabel: t('Unlinking...'),
  }
}

interface SignInMethodsListProps {
  account: Account
  onPassword: () => void
  onRemove: (method: SignInMethod) => void
}

/** The password, linked providers and providers that can be linked. */
function SignInMethodsList({ account, onPassword, onRemove }: SignInMethodsListProps) {
  const { data: offered = [] } = useQuery(providersQuery)
  const { methods } = account
  const isOnly = methods.length === 1
  const linked = methods.filter(({ provider }) => provider !== 'email')
  const unlinked = offered.filter((provider) => !methods.some((method) => method.provider === provider))
  return (
    <ul aria-label={t('Sign-in methods')} className="divide-y divide-line">
      <PasswordRow account={account} isOnly={isOnly} onPassword={onPassword} onRemove={onRemove} />
      {linked.map((method) => (
        <MethodRow
          key={method.id}
          provider={method.provider}
          detail={method.email ?? t('Linked')}
          isOnly={isOnly}
          action={
            <Button
              size="small"
              disabled={isOnly}
              onClick={() => onRemove(method)}
              aria-label={t('Unlink {provider}', { provider: providerName(method.provider) })}
            >
              {t('Unlink')}
            </Button>
          }
        />
      ))}
      <LinkRows providers={unlinked} />
    </ul>
  )
}

interface PasswordRowProps extends SignInMethodsListProps {
  isOnly: boolean
}

function PasswordRow({ account, isOnly, onPassword, onRemove }: PasswordRowProps) {
  const password = account.methods.find(({ provider }) => provider === 'email')
  return (
    <MethodRow
      provider="email"
      detail={password ? account.email : t('Not set')}
      isOnly={password !== undefined && isOnly}
      action={
        <>
          <Button size="small" onClick={onPassword}>
            {password ? t('Change Password') : t('Set Password')}
          </Button>
          {password && !isOnly && (
            <Button size="small" onClick={() => onRemove(password)} aria-label={t('Remove Password')}>
              {t('Remove')}
            </Button>
          )}
        </>
      }
    />
  )
}

function LinkRows({ providers }: { providers: readonly SignInProvider[] }) {
  const { withReauthentication } = useReauthentication()
  const { busy, submit } = useSubmission(async (provider: SignInProvider) => {
    try {
      await withReauthentication(() => linkProvider(provider))
    } catch (failure) {
      if (!isCancelled(failure))
        toastError(t('Failed to link {provider}', { provider: providerName(provider) }), errorMessage(failure))
    }
  })
  return providers.map((provider) => (
    <MethodRow
      key={provider}
      provider={provider}
      detail={t('Not linked')}
      action={
        <Button
          size="small"
          busy={busy}
          onClick={() => submit(provider)}
          aria-label={t('Link {provider}', { provider: providerName(provider) })}
        >
          {t('Link')}
        </Button>
      }
    />
  ))
}

interface MethodRowProps {
  provider: string
  detail: string
  isOnly?: boolean
  action: ReactNode
}

const marks: Partial<Record<string, ReactNode>> = {
  email: <KeyRound aria-hidden="true" />,
  azure: <MicrosoftMark />,
  google: <GoogleMark />,
}

function MethodRow({ provider, detail, isOnly = false, action }: MethodRowProps) {
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3">
      <span className="shrink-0 text-muted [&>svg]:size-5">{marks[provider] ?? <LogIn aria-hidden="true" />}</span>
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2.25rem)]">
        <h3 className="font-medium">{providerName(provider)}</h3>
        <p className="truncate text-sm text-muted" title={detail}>
          {detail}
        </p>
        {isOnly && <p className="text-sm text-muted">{t('This is your only sign-in method, so it has to stay.')}</p>}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:ml-9">{action}</div>
    </li>
  )
}

const names: Partial<Record<string, string>> = { azure: 'Microsoft', google: 'Google' }

export const providerName = (provider: string): string =>
  provider === 'email' ? t('Password') : (names[provider] ?? provider)
