import { z } from 'zod'

/** A connected mailbox as functions send it (specification §3). `status` is 'active' or the raw word for what is wrong. */
export const Mailbox = z.object({
  id: z.uuid(),
  name: z.string(),
  email_address: z.string(),
  status: z.string(),
  folder_count: z.int(),
  /** When the access token expires; it is refreshed before that. */
  expires_at: z.iso.datetime({ offset: true }).nullable(),
  has_webhook: z.boolean(),
})
export type Mailbox = z.infer<typeof Mailbox>

/**
 * Folder names as Outlook takes them. The rule stands here because the page checks before it asks.
 * @returns the error code, or null where the trimmed name is fine
 */
export function folderNameProblem(
  name: string,
): 'folder_name_required' | 'folder_name_too_long' | 'folder_name_invalid' | null {
  const trimmed = name.trim()
  // Zero-width and direction characters alone are no name that anybody could see.
  if (/^[\s\p{Cf}]*$/u.test(trimmed)) return 'folder_name_required'
  if (trimmed.length > 255) return 'folder_name_too_long'
  return /\p{Cc}/u.test(trimmed) ? 'folder_name_invalid' : null
}
