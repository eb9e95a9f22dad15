import { z } from 'zod'
import { parseJson } from '../../../lib/parse-json.ts'
import { instructionsDraftPrefix } from '../../../lib/user-storage.ts'

const Draft = z.object({
  text: z.string(),
  /** `instructions_changed_at` of the instructions that were edited. */
  version: z.string().nullable(),
})

const keyOf = (folderId: string): string => `${instructionsDraftPrefix}${folderId}`

/** Unsaved instructions. Stored in the tab until they are saved or discarded, also when it is reloaded. */
export const instructionsDraft = {
  read: (folderId: string): z.infer<typeof Draft> | null => {
    const stored = sessionStorage.getItem(keyOf(folderId))
    return stored === null ? null : (Draft.safeParse(parseJson(stored)).data ?? null)
  },
  write: (folderId: string, draft: z.infer<typeof Draft>): void =>
    sessionStorage.setItem(keyOf(folderId), JSON.stringify(draft)),
  discard: (folderId: string): void => sessionStorage.removeItem(keyOf(folderId)),
}
