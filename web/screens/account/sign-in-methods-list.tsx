import { useQuery } from '@tanstack/react-query'
import { linkProvider, providersQuery, type SignInProvider } from '../../api/account-methods.ts'
import type { Account, SignInMethod } from '../../api/account.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from './error-message.ts'
import { MethodRow } from './method-row.tsx'
import { providerName } from './provider-name.ts'

interface SignInMethodsListProps {
  account: Account
  onPassword: () => void
  onRemove: (method: SignInMethod) => void
}

/** The password, linked providers and providers that can be linked. */
export function SignInMethodsList({ account, onPassword, onRemove }: SignInMethodsListProps) {
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
