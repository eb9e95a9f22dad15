import { z } from 'zod'

/**
 * Settings that an operator may enter on the page. Not among them: what a node needs before it reads the database, its
 * secrets, its addresses, and what it serves.
 */
export const OperatorSetting = z.enum([
  'MICROSOFT_CLIENT_ID',
  'MICROSOFT_CLIENT_SECRET',
  'MICROSOFT_TENANT',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'DROPBOX_CLIENT_ID',
  'DROPBOX_CLIENT_SECRET',
  'ONEDRIVE_CLIENT_ID',
  'ONEDRIVE_CLIENT_SECRET',
  'TEAMLEADER_CLIENT_ID',
  'TEAMLEADER_CLIENT_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'AI_BASE_URL',
  'AI_API_KEY',
  'AI_MODEL',
  'AI_PRIVATE_NETWORK',
  'BACKUP_DIR',
  'BACKUP_PASSPHRASE',
  'BACKUP_DAYS',
  'SIGN_UP',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SUPPORT_EMAIL',
])
export type OperatorSetting = z.infer<typeof OperatorSetting>
