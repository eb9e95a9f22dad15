import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { realTimeQuery, useChangeRealTime } from '../../../api/real-time.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'

/** How a failed change is called: the two switches of the screen have words of their own. */
export interface RealTimeWords {
  enableFailed: string
  disableFailed: string
}

export interface RealTime {
  enabled: boolean
  state: 'checking' | 'changing' | 'ready'
  change: (enable: boolean, words: RealTimeWords) => void
}

/**
 * @param mailboxId null where no mailbox is connected
 * @param foreseen what the mailbox's status says, until (or where) the subscriptions themselves cannot be read
 */
export function useRealTime(mailboxId: string | null, foreseen: boolean): RealTime {
  const {
    data: subscriptionId,
    isPending,
    isError,
  } = useQuery({ ...realTimeQuery(mailboxId ?? ''), enabled: mailboxId !== null })
  const changing = useChangeRealTime()

  const change = (enable: boolean, words: RealTimeWords): void => {
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
          else if (enable) toastError(words.enableFailed, 'Could not set up email notifications.')
          else toastError(words.disableFailed, 'Could not disable email notifications.')
        },
      },
    )
  }
  return {
    // While a change runs the switch shows where it is going.
    enabled: changing.isPending
      ? changing.variables.turn === 'on'
      : subscriptionId === undefined
        ? foreseen
        : subscriptionId !== null,
    state: changing.isPending ? 'changing' : isPending && !isError ? 'checking' : 'ready',
    change,
  }
}
