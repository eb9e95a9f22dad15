import type { Provider } from '../../../../contract/providers.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useConnectService } from '../../../api/connections.ts'
import type { FolderAction } from '../../../api/folder-actions.ts'
import { toastError } from '../../../lib/toast.ts'
import { t } from '../../../texts/translate.ts'

/** Connects the service of an action. On return the action is switched on and shown. */
export function useConnectForAction() {
  const { mutateAsync, isPending, isSuccess } = useConnectService()
  return {
    start: ({ id, folder_id: folderId, email_actions: { name } }: FolderAction, provider: Provider): void =>
      void mutateAsync({ provider, waiting: { id, folderId, name, provider } }).catch((error: unknown) =>
        toastError(t('Connection Failed'), messageOf(error)),
      ),
    // On success the page redirects.
    isStarting: isPending || isSuccess,
  }
}
