import type { Selectable } from 'kysely'
import type { EmailFoldersRow } from '../../db/rows.ts'

/** Whole rows would not be prepared, see `server/db/statement-names.ts`. */
export const folderColumns = [
  'id',
  'mailbox_id',
  'display_name',
  'folder_name',
  'path',
  'provider_folder_id',
  'former_provider_folder_id',
  'parent_folder_id',
  'instructions',
  'active',
  'include_in_ai',
  'include_security_email',
  'file_when',
  'file_delay_minutes',
  'file_latest_hours',
  'file_hours',
  'filing',
  'mark_as_read',
  'set_flag',
  'is_custom',
  'awaits_outlook',
  'resembles',
  'deleted_in_outlook_at',
] as const satisfies readonly (keyof EmailFoldersRow)[]

export type FolderRow = Pick<Selectable<EmailFoldersRow>, (typeof folderColumns)[number]>
