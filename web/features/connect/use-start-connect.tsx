import { useRef, useState } from 'react'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { useConnectMailbox } from '../../api/mailboxes.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'

const ConnectMailboxDialog = onDemand(async () => (await import('./connect-mailbox-dialog.tsx')).ConnectMailboxDialog, {
  failed: ({ onClose }) => onClose(),
})
const MailboxPasswordDialog = onDemand(
  async () => (await import('./mailbox-password-dialog.tsx')).MailboxPasswordDialog,
  { failed: ({ onClose }) => onClose() },
)

/**
 * Connects a mailbox: asks for its address. Connects one again: with a new consent, or by its new password.
 * @param onConnected after a connection by password, in place of showing the mailbox on the dashboard
 */
export function useStartConnect(onConnected?: () => void) {
  const connect = useConnectMailbox()
  const [open, setOpen] = useState<Mailbox | 'new' | null>(null)
  // After a success the browser leaves the page: busy until then.
  const connecting = connect.isPending || connect.isSuccess
  const leaving = useRef<AbortController>(null)
  const close = (): void => {
    leaving.current?.abort()
    connect.reset()
    setOpen(null)
  }
  /** @param options `mailboxId`: another account is then refused instead of becoming a new mailbox */
  const signInAtMicrosoft = (options: { mailboxId: string } | { email: string }): void => {
    const { signal } = (leaving.current = new AbortController())
    connect.mutate(
      { options, signal },
      {
        onError: (error) =>
          signal.aborted ||
          toastError(t('Connection Error'), errorMessageOr(error, t('Failed to connect mailbox. Please try again.'))),
      },
    )
  }
  return {
    connecting,
    startConnect: (): void => setOpen('new'),
    startReconnect: (mailbox: Mailbox): void =>
      mailbox.sign_in === 'password' ? setOpen(mailbox) : signInAtMicrosoft({ mailboxId: mailbox.id }),
    /** To be rendered where the buttons are. */
    dialog:
      open === 'new' ? (
        <ConnectMailboxDialog
          onClose={close}
          onConnected={onConnected}
          onMicrosoft={(email) => signInAtMicrosoft({ email })}
          isLeaving={connecting}
        />
      ) : (
        open && <MailboxPasswordDialog mailbox={open} onClose={close} />
      ),
  }
}
