import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountKeys, accountQuery, type SignInMethod } from '../../api/account.ts'
import { linkMethod, type Provider, providersQuery, unlinkMethod } from '../../api/account-methods.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { MethodRow } from './method-row.tsx'
import { isCancelled, useProof } from './proof.tsx'
import { providerName } from './provider-name.ts'
import { said } from './said.ts'

const ConfirmDialog = onDemand(async () => (await import('../../ui/dialog.tsx')).ConfirmDialog, {
  failed: ({ onCancel }) => onCancel(),
})

export function SignInMethodsCard({ onPassword }: { onPassword: () => void }) {
  const client = useQueryClient()
  const { withProof } = useProof()
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery)
  const { data: offered = [] } = useQuery(providersQuery)
  const [leaving, setLeaving] = useState<SignInMethod | null>(null)

  const link = useSubmission(async (provider: Provider) => {
    try {
      await withProof(() => linkMethod(provider))
    } catch (failure) {
      if (!isCancelled(failure)) toastError(`Failed to link ${providerName(provider)}`, said(failure))
    }
  })
  const unlink = useSubmission(async (method: SignInMethod) => {
    try {
      await withProof(() => unlinkMethod(method))
      toastSuccess(method.provider === 'email' ? 'Password removed' : `${providerName(method.provider)} unlinked`)
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (failure) {
      if (!isCancelled(failure)) toastError(`Failed to remove ${providerName(method.provider)}`, said(failure))
    } finally {
      setLeaving(null)
    }
  })

  const methods = account?.methods ?? []
  const isOnly = methods.length === 1
  const password = methods.find(({ provider }) => provider === 'email')
  const others = methods.filter(({ provider }) => provider !== 'email')
  const missing = offered.filter((provider) => !methods.some((method) => method.provider === provider))

  return (
    <Card title="Sign-In Methods" description="The ways into your account. One has to stay.">
      <div className="border-t border-line">
        {account ? (
          <ul aria-label="Ways to sign in" className="divide-y divide-line">
            <MethodRow
              provider="email"
              detail={password ? account.email : 'Not set'}
              isOnly={password !== undefined && isOnly}
              action={
                <>
                  <Button size="small" onClick={onPassword}>
                    {password ? 'Change Password' : 'Set Password'}
                  </Button>
                  {password && !isOnly && (
                    <Button size="small" onClick={() => setLeaving(password)} aria-label="Remove Password">
                      Remove
                    </Button>
                  )}
                </>
              }
            />
            {others.map((method) => (
              <MethodRow
                key={method.id}
                provider={method.provider}
                detail={method.email ?? 'Linked'}
                isOnly={isOnly}
                action={
                  <Button
                    size="small"
                    disabled={isOnly}
                    onClick={() => setLeaving(method)}
                    aria-label={`Unlink ${providerName(method.provider)}`}
                  >
                    Unlink
                  </Button>
                }
              />
            ))}
            {missing.map((provider) => (
              <MethodRow
                key={provider}
                provider={provider}
                detail="Not linked"
                action={
                  <Button
                    size="small"
                    busy={link.busy}
                    onClick={() => link.submit(provider)}
                    aria-label={`Link ${providerName(provider)}`}
                  >
                    Link
                  </Button>
                }
              />
            ))}
          </ul>
        ) : error ? (
          <LoadFailure what="Your sign-in methods" error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} rowClassName="h-17" label="Loading your sign-in methods..." />
        )}
      </div>
      {leaving && (
        <ConfirmDialog
          onCancel={() => setLeaving(null)}
          onConfirm={() => unlink.submit(leaving)}
          {...farewell(leaving)}
          busy={unlink.busy}
        />
      )}
    </Card>
  )
}

const farewell = ({ provider, email }: SignInMethod) =>
  provider === 'email'
    ? {
        title: 'Remove your password?',
        description: 'You can then no longer sign in with it. You can set a new one at any time.',
        confirmLabel: 'Remove',
        busyLabel: 'Removing...',
      }
    : {
        title: `Unlink ${providerName(provider)}?`,
        description: `You can then no longer sign in with ${email ?? providerName(provider)}. You can link it again at any time.`,
        confirmLabel: 'Unlink',
        busyLabel: 'Unlinking...',
      }
