import { z } from 'zod'

/** `store_google_drive` is listed as Coming Soon. */
export const ActionType = z.enum([
  'draft_reply',
  'forward_mail',
  'store_attachment_dropbox',
  'store_attachment_google_drive',
  'store_attachment_onedrive',
  'store_google_drive',
  'ai_agent_action',
])
export type ActionType = z.infer<typeof ActionType>
