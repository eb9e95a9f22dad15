import { z } from 'zod'

/** Services that can be connected; the word is the same in the database, in functions and in the tables. */
export const Provider = z.enum(['dropbox', 'google_drive', 'onedrive', 'teamleader'])
export type Provider = z.infer<typeof Provider>

export const providerNames = {
  dropbox: 'Dropbox',
  google_drive: 'Google Drive',
  onedrive: 'OneDrive',
  teamleader: 'TeamLeader',
} as const satisfies Record<Provider, string>

/** Those that keep files. */
export const FileProvider = Provider.extract(['dropbox', 'google_drive', 'onedrive'])
export type FileProvider = z.infer<typeof FileProvider>
