import { z } from 'zod'
import { Provider } from '../../contract/providers.ts'
import { parseJson } from './parse-json.ts'
import { waitingActionKey } from './user-storage.ts'

const WaitingAction = z.object({ id: z.uuid(), folderId: z.uuid(), name: z.string(), provider: Provider })
export type WaitingAction = z.infer<typeof WaitingAction>

/**
 * The action of a folder that waits for the service whose sign-in was started in this tab. It is stored in the tab, and
 * not in the URL of the return: anyone can craft a URL.
 */
export const waitingAction = {
  /** Null: the user connects the service for no action. */
  store: (action: WaitingAction | null): void =>
    action
      ? sessionStorage.setItem(waitingActionKey, JSON.stringify(action))
      : sessionStorage.removeItem(waitingActionKey),
  /** Each is returned once. */
  take: (): WaitingAction | null => {
    const stored = sessionStorage.getItem(waitingActionKey)
    sessionStorage.removeItem(waitingActionKey)
    return stored === null ? null : (WaitingAction.safeParse(parseJson(stored)).data ?? null)
  },
}
