import { z } from 'zod'

/** Connectable services; the same values in the database, the functions and the tables. */
export const Provider = z.enum(['dropbox', 'google_drive', 'onedrive', 'teamleader'])
export type Provider = z.infer<typeof Provider>

export const providerNames = {
  dropbox: 'Dropbox',
  google_drive: 'Google Drive',
  onedrive: 'OneDrive',
  teamleader: 'TeamLeader',
} as const satisfies Record<Provider, string>

/** File stores. */
export const FileProvider = Provider.extract(['dropbox', 'google_drive', 'onedrive'])
export type FileProvider = z.infer<typeof FileProvider>
