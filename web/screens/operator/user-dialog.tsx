import type { AccountLink, ManagedUser } from '../../../contract/functions/operator-users.ts'
import { t } from '../../texts/translate.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { type Change, changeTexts } from './change-texts.ts'
import { LimitDialog } from './limit-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'

export type ShownDialog =
  | { name: 'limit' }
  | { name: 'confirm'; change: Change }
  | { name: 'link'; account: AccountLink }

interface UserDialogProps {
  user: ManagedUser
  shown: ShownDialog
  /** A change is being made. */
  busy: boolean
  onConfirm: (change: Change) => void
  onClose: () => void
}

/** What an action asks or shows before it is done. */
export function UserDialog({ user, shown, busy, onConfirm, onClose }: UserDialogProps) {
  if (shown.name === 'limit') return <LimitDialog user={user} onClose={onClose} />
  if (shown.name === 'link') return <LinkDialog account={shown.account} purpose="reset" onClose={onClose} />
  const { title, description, label, isDangerous } = changeTexts[shown.change]
  return (
    <ConfirmDialog
      title={t(title, { email: user.email })}
      description={t(description)}
      confirmLabel={t(label)}
      busyLabel={t('Saving...')}
      tone={isDangerous ? 'danger' : 'primary'}
      busy={busy}
      onConfirm={() => onConfirm(shown.change)}
      onCancel={onClose}
    />
  )
}
