import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { accountKeys, accountQuery, type SignInMethod } from '../../api/account.ts'
import { linkMethod, type Provider, providersQuery, unlinkMethod } from '../../api/account-methods.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { MethodRow } from './method-row.tsx'
import { isCancelled, useProof } from './proof.tsx'
import { providerName } from './provider-name.ts'
import { said } from './said.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/dialog.tsx')).ConfirmDialog }))

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
      toastSuccess(`${providerName(method.provider)} unlinked`)
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (failure) {
      if (!isCancelled(failure)) toastError(`Failed to unlink ${providerName(method.provider)}`, said(failure))
    } finally {
      setLeaving(null)
    }
  })

  const methods = account?.methods ?? []
  const others = methods.filter(({ provider }) => provider !== 'email')
  const missing = offered.filter((provider) => !methods.some((method) => method.provider === provider))

  return (
    <Card title="Sign-In Methods" description="The ways into your account. One has to stay.">
      <div className="border-t border-line">
        {account ? (
          <ul aria-label="Ways to sign in" className="divide-y divide-line">
            <MethodRow
              provider="email"
              detail={account.hasPassword ? account.email : 'Not set'}
              action={
                <Button size="small" onClick={onPassword}>
                  {account.hasPassword ? 'Change Password' : 'Set Password'}
                </Button>
              }
            />
            {others.map((method) => (
              <MethodRow
                key={method.id}
                provider={method.provider}
                detail={method.email ?? 'Linked'}
                isOnly={methods.length === 1}
                action={
                  <Button
                    size="small"
                    disabled={methods.length === 1}
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
      <Suspense>
        {leaving && (
          <ConfirmDialog
            onCancel={() => setLeaving(null)}
            onConfirm={() => unlink.submit(leaving)}
            title={`Unlink ${providerName(leaving.provider)}?`}
            description={`You can then no longer sign in with ${leaving.email ?? providerName(leaving.provider)}. You can link it again at any time.`}
            confirmLabel="Unlink"
            busyLabel="Unlinking..."
            busy={unlink.busy}
          />
        )}
      </Suspense>
    </Card>
  )
}
