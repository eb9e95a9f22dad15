import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import { ApiError } from '../../api/api-error.ts'
import { useChangeRealTime } from '../../api/real-time.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t, text } from '../../texts/translate.ts'

const notifiedText = text("You'll now receive notifications for new emails.")
const reconnectText = text('Could not set up email notifications. Reconnect this mailbox first.')
const polledText = text('New emails are sorted within a minute.')

/** Titles of the error toasts; each of the two switches on the screen has its own. */
interface RealTimeErrorTexts {
  enableFailed: string
  disableFailed: string
}

export const realTimeErrorTexts: RealTimeErrorTexts = {
  enableFailed: text('Failed to enable real-time processing'),
  disableFailed: text('Failed to disable real-time processing'),
}

export interface RealTime {
  enabled: boolean
  /** New mail is found by a check every minute. */
  polling: boolean
  isChanging: boolean
  change: (enable: boolean, errorTexts: RealTimeErrorTexts) => void
}

/**
 * Whether new mail is sorted: as it arrives, or after a check every minute.
 * @param mailbox as last read; null: none is connected
 */
export function useRealTime(mailbox: Mailbox | null): RealTime {
  const { mutateAsync, isPending, variables } = useChangeRealTime()
  const polling = mailbox?.polling === true

  const change = (enable: boolean, errorTexts: RealTimeErrorTexts): void => {
    if (mailbox === null) return toastError(t('No active mailbox selected.'))
    // Awaited: the callbacks of `mutate` do not run once what has started it is unmounted.
    void mutateAsync({ mailboxId: mailbox.id, enable }).then(
      (isPolled) =>
        enable
          ? toastSuccess(t('Real-time processing enabled'), t(isPolled ? polledText : notifiedText))
          : toastSuccess(t('Real-time processing disabled')),
      (error: unknown) => reportFailure(error, enable, errorTexts),
    )
  }
  return {
    // During a change the switch shows the new state.
    enabled: isPending ? variables.enable : polling || mailbox?.has_webhook === true,
    polling,
    isChanging: isPending,
    change,
  }
}

/** Another window has disconnected the mailbox. */
export const toastNoMailbox = (): void =>
  toastError(t('No active mailbox found. Please select a mailbox.'), t('Please select a mailbox first.'))

function reportFailure(error: unknown, enable: boolean, errorTexts: RealTimeErrorTexts): void {
  if (!(error instanceof ApiError)) toastError(t('Error'), t('Failed to manage notification settings.'))
  else if (error.code === 'mailbox_not_found') toastNoMailbox()
  else if (enable)
    toastError(
      t(errorTexts.enableFailed),
      error.code === 'mailbox_reauth_required' ? t(reconnectText) : t('Could not set up email notifications.'),
    )
  else toastError(t(errorTexts.disableFailed), t('Could not disable email notifications.'))
}
