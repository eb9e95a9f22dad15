import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessageOr } from '../../api/api-error.ts'
import { changeServer, type ServerChange, serverOverviewQuery } from '../../api/operator.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'

/** @param failed title of the message where it did not work */
export function useServerChange(failed: string) {
  const client = useQueryClient()
  const { withReauthentication } = useReauthentication()
  return useMutation({
    mutationFn: (action: ServerChange) => withReauthentication(() => changeServer(action)),
    onError: (error) => {
      if (!isCancelled(error)) toastError(failed, errorMessageOr(error, t('Please try again later.')))
    },
    onSettled: () => client.invalidateQueries({ queryKey: serverOverviewQuery.queryKey }),
  })
}
