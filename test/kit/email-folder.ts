import type { EmailFolder } from '../../contract/tables.ts'

/** A folder as the page reads it, with the settings of a new one. */
export const emailFolder = (name: string, more: Partial<EmailFolder> = {}): EmailFolder => ({
  id: name,
  mailbox_id: 'm1',
  folder_name: name,
  display_name: name,
  provider_folder_id: `provider-${name}`,
  parent_folder_id: null,
  instructions: '',
  instructions_changed_at: null,
  active: true,
  include_in_ai: true,
  include_security_email: false,
  file_when: null,
  file_delay_minutes: 5,
  file_latest_hours: 24,
  file_hours: [8, 18],
  filing: 'move',
  mark_as_read: false,
  set_flag: false,
  is_custom: false,
  resembles: null,
  deleted_in_outlook_at: null,
  ...more,
})
