import type { AccountLink } from '../../../contract/functions/operator-users.ts'
import { CopyButton } from '../../forms/copy-button.tsx'
import { t } from '../../texts/translate.ts'
import { Dialog, DialogClose, DialogFooter } from '../../ui/dialog.tsx'

interface LinkDialogProps {
  account: AccountLink
  purpose: 'invite' | 'reset'
  onClose: () => void
}

/** Where the server sends no email, the operator delivers the link. It is shown this once. */
export function LinkDialog({ account: { email, link }, purpose, onClose }: LinkDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={purpose === 'invite' ? t('Invite {email}', { email }) : t('New password for {email}', { email })}
      description={t(
        'This server sends no email. Give this link to the user only: it works once and for an hour, and is not ' +
          'shown again.',
      )}
    >
      <LinkText link={link ?? ''} />
      <DialogFooter>
        <DialogClose tone="primary">{t('Done')}</DialogClose>
      </DialogFooter>
    </Dialog>
  )
}

const LinkText = ({ link }: { link: string }) => (
  <div className="mt-4 flex items-start gap-3 rounded-lg border border-line bg-sunken p-3">
    <code className="min-w-0 flex-1 text-xs wrap-anywhere select-all">{link}</code>
    <CopyButton text={link} copied={t('Link copied')} />
  </div>
)
