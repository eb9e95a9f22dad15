import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { realTimeQuery, useChangeRealTime } from '../../../api/real-time.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'

/** Titles of the error toasts; each of the two switches on the screen has its own. */
interface RealTimeErrorTexts {
  enableFailed: string
  disableFailed: string
}

export const realTimeErrorTexts: RealTimeErrorTexts = {
  enableFailed: 'Failed to enable real-time processing',
  disableFailed: 'Failed to disable real-time processing',
}

export interface RealTime {
  enabled: boolean
  state: 'checking' | 'changing' | 'ready'
  change: (enable: boolean, errorTexts: RealTimeErrorTexts) => void
}

/**
 * State of the change notification subscription, which sorts new mail as it arrives.
 * @param mailboxId null: no mailbox is connected
 * @param expected from the mailbox status; used until the subscription is loaded
 */
export function useRealTime(mailboxId: string | null, expected: boolean): RealTime {
  const {
    data: subscriptionId,
    isPending,
    isError,
  } = useQuery({ ...realTimeQuery(mailboxId ?? ''), enabled: mailboxId !== null })
  const changing = useChangeRealTime()

  const change = (enable: boolean, errorTexts: RealTimeErrorTexts): void => {
    if (mailboxId === null) return toastError('No active mailbox selected.')
    if (!enable && !subscriptionId) return toastError('Error', 'Failed to manage notification settings.')
    changing.mutate(
      enable || !subscriptionId ? { turn: 'on', mailboxId } : { turn: 'off', mailboxId, subscriptionId },
      {
        onSuccess: () =>
          enable
            ? toastSuccess('Real-time processing enabled', "You'll now receive notifications for new emails.")
            : toastSuccess('Real-time processing disabled'),
        onError: (error) => {
          if (!(error instanceof ApiError)) toastError('Error', 'Failed to manage notification settings.')
          else if (enable) toastError(errorTexts.enableFailed, 'Could not set up email notifications.')
          else toastError(errorTexts.disableFailed, 'Could not disable email notifications.')
        },
      },
    )
  }
  return {
    // During a change the switch shows the new state.
    enabled: changing.isPending
      ? changing.variables.turn === 'on'
      : subscriptionId === undefined
        ? expected
        : subscriptionId !== null,
    state: changing.isPending ? 'changing' : isPending && !isError ? 'checking' : 'ready',
    change,
  }
}
