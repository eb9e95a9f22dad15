import { z } from 'zod'

export const SetUpPart = z.enum([
  'outlook',
  'email',
  'model',
  'backup',
  'plans',
  'accounts',
  'google',
  'dropbox',
  'onedrive',
  'teamleader',
])
export type SetUpPart = z.infer<typeof SetUpPart>

/**
 * Settings that an operator may enter on the page, by the part of the set-up. Not among them: what a node needs before
 * it reads the database, its secrets, its addresses, and what it serves.
 */
export const setUpParts = {
  outlook: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET', 'MICROSOFT_SECRET_EXPIRES', 'MICROSOFT_TENANT'],
  email: ['SMTP_URL', 'MAIL_FROM'],
  model: ['AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY', 'AI_PRIVATE_NETWORK'],
  backup: ['BACKUP_DIR', 'BACKUP_PASSPHRASE', 'BACKUP_DAYS'],
  plans: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  accounts: ['SIGN_UP', 'SUPPORT_EMAIL'],
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  dropbox: ['DROPBOX_CLIENT_ID', 'DROPBOX_CLIENT_SECRET'],
  onedrive: ['ONEDRIVE_CLIENT_ID', 'ONEDRIVE_CLIENT_SECRET'],
  teamleader: ['TEAMLEADER_CLIENT_ID', 'TEAMLEADER_CLIENT_SECRET'],
} as const satisfies Record<SetUpPart, readonly string[]>

export const OperatorSetting = z.enum(Object.values(setUpParts).flat())
export type OperatorSetting = z.infer<typeof OperatorSetting>

/** Sent to no page. Of SMTP_URL the password only. */
export const secretSettings: readonly OperatorSetting[] = [
  'MICROSOFT_CLIENT_SECRET',
  'AI_API_KEY',
  'BACKUP_PASSPHRASE',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'DROPBOX_CLIENT_SECRET',
  'ONEDRIVE_CLIENT_SECRET',
  'TEAMLEADER_CLIENT_SECRET',
]

/** Microsoft registers https addresses, and http ones of this machine. */
export function isAddressForEntra(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1)$/.test(hostname)
}
