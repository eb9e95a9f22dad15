import { Ban, CircleCheck, Ellipsis, Gauge, KeyRound, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ManagedUser } from '../../../contract/functions/operator-users.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { changeUser, requestAccountLink, useRereadUsers } from '../../api/operator.ts'
import { useProduct } from '../../api/product.tsx'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { useOnDemand } from '../../lib/use-on-demand.ts'
import { t } from '../../texts/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { type Change, changeTexts } from './change-texts.ts'
import type { ShownDialog } from './user-dialog.tsx'

const loadMenu = async () => (await import('../../ui/action-menu.tsx')).ActionMenu
const UserDialog = onDemand(async () => (await import('./user-dialog.tsx')).UserDialog, {
  failed: ({ onClose }) => onClose(),
})

/** What the operator can do with an account. */
export function UserActions({ user, isSelf }: { user: ManagedUser; isSelf: boolean }) {
  const { id: userId, email, state, isOperator } = user
  const { hasPlans } = useProduct()
  const { withReauthentication } = useReauthentication()
  const rereadUsers = useRereadUsers()
  const [shown, setShown] = useState<ShownDialog | null>(null)
  const { Part: ActionMenu, opener } = useOnDemand(loadMenu)
  const close = (): void => setShown(null)

  const change = useSubmission(async (action: Change) => {
    const { done, failed } = changeTexts[action]
    try {
      await withReauthentication(() => changeUser({ action, userId }))
      await rereadUsers()
      close()
      toastSuccess(t(done, { email }))
    } catch (error) {
      if (isCancelled(error)) return
      toastError(t(failed), errorMessageOr(error, t('Please try again later.')))
      // The account may be gone, or the right of the operator.
      await rereadUsers()
    }
  })
  const reset = useSubmission(async () => {
    try {
      const account = await withReauthentication(() => requestAccountLink({ action: 'reset', userId }))
      if (account.link === null) toastSuccess(t('A link to choose a new password is on its way to {email}', { email }))
      else setShown({ name: 'link', account })
    } catch (error) {
      if (!isCancelled(error))
        toastError(t('Failed to make the link'), errorMessageOr(error, t('Please try again later.')))
    }
  })
  const confirm = (asked: Change) => () => setShown({ name: 'confirm', change: asked })

  const actions = [
    {
      label: t('Reset Password'),
      icon: <KeyRound aria-hidden="true" />,
      onSelect: () => reset.submit(undefined),
    },
    ...(hasPlans
      ? []
      : [
          {
            label: t('Set Monthly Limit'),
            icon: <Gauge aria-hidden="true" />,
            onSelect: () => setShown({ name: 'limit' }),
          },
        ]),
    isOperator
      ? { label: t('Remove as Operator'), icon: <ShieldOff aria-hidden="true" />, onSelect: confirm('remove-operator') }
      : { label: t('Make Operator'), icon: <ShieldCheck aria-hidden="true" />, onSelect: confirm('make-operator') },
    ...(isSelf
      ? []
      : [
          state === 'disabled'
            ? { label: t('Enable'), icon: <CircleCheck aria-hidden="true" />, onSelect: () => change.submit('enable') }
            : { label: t('Disable'), icon: <Ban aria-hidden="true" />, onSelect: confirm('disable') },
          {
            label: t('Delete Account'),
            icon: <Trash2 aria-hidden="true" />,
            onSelect: confirm('delete'),
            isDangerous: true,
          },
        ]),
  ]
  const button = { label: t('Actions for {email}', { email }), icon: <Ellipsis aria-hidden="true" /> }
  const busy = change.busy || reset.busy
  return (
    <>
      {ActionMenu ? (
        <ActionMenu actions={actions} trigger={<IconButton {...button} busy={busy} />} />
      ) : (
        <IconButton {...button} aria-haspopup="menu" aria-expanded={false} {...opener} />
      )}
      {shown && <UserDialog user={user} shown={shown} busy={change.busy} onConfirm={change.submit} onClose={close} />}
    </>
  )
}
