import { z } from 'zod'
import { folderNameMaxLength } from './limits.ts'

/** A connected mailbox as functions return it. `status`: 'active' or the code of the problem. */
export const Mailbox = z.object({
  id: z.uuid(),
  name: z.string(),
  email_address: z.string(),
  status: z.string(),
  folder_count: z.int(),
  /** Expiry of the access token, which is refreshed before. */
  expires_at: z.iso.datetime({ offset: true }).nullable(),
  has_webhook: z.boolean(),
})
export type Mailbox = z.infer<typeof Mailbox>

/**
 * Validates a folder name by Outlook's rules, on the page and on the server.
 * @returns the error code; null where the trimmed name is valid
 */
export function validateFolderName(
  name: string,
): 'folder_name_required' | 'folder_name_too_long' | 'folder_name_invalid' | null {
  const trimmed = name.trim()
  // A name of zero-width and direction characters only is invisible.
  if (/^[\s\p{Cf}]*$/u.test(trimmed)) return 'folder_name_required'
  if (trimmed.length > folderNameMaxLength) return 'folder_name_too_long'
  return /\p{Cc}/u.test(trimmed) ? 'folder_name_invalid' : null
}
