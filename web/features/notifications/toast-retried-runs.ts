import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '../../../contract/functions/notifications.ts'
import { notificationsQuery } from '../../api/notifications.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'

/** After a sign-in: says how many actions that had failed run again. The server's notification has the number. */
export async function toastRetriedRuns(client: QueryClient, isOf: (at: Notification) => boolean): Promise<void> {
  const list = await client.fetchQuery({ ...notificationsQuery, staleTime: 0 }).catch(() => null)
  const found = list?.notifications.find((each) => each.kind === 'actions_retried' && !each.read && isOf(each))
  const count = found?.count ?? 0
  if (count > 0)
    toastSuccess(
      tn(count, '{count} Failed Action Runs Again', '{count} Failed Actions Run Again'),
      t('The oldest runs first. The history shows the results.'),
    )
}
