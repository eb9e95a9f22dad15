import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { NotificationsOutput, type NotificationsInput } from '../../contract/functions/notifications.ts'
import { callFunction } from './call-function.ts'

const ask = (input: NotificationsInput) => callFunction('notifications', input, NotificationsOutput)

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => ask({ action: 'list' }),
})

type Which = Extract<NotificationsInput, { action: 'read' }>['which']

/** Optimistic: rolled back if the server rejects it. */
export function useMarkRead() {
  const client = useQueryClient()
  const { queryKey } = notificationsQuery
  return useMutation({
    mutationFn: (which: Which) => ask({ action: 'read', which }),
    onMutate: async (which) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, markRead(before, which))
      return { before }
    },
    onSuccess: (after) => client.setQueryData(queryKey, after),
    onError: (_error, _which, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before)
      void client.invalidateQueries({ queryKey })
    },
  })
}

function markRead(before: NotificationsOutput, which: Which): NotificationsOutput {
  const isMeant = (id: string): boolean => which === 'all' || which.includes(id)
  const newly = before.notifications.filter(({ id, read }) => !read && isMeant(id)).length
  return {
    notifications: before.notifications.map((each) => (isMeant(each.id) ? { ...each, read: true } : each)),
    unread: which === 'all' ? 0 : before.unread - newly,
  }
}
