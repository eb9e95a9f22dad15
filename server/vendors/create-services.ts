import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { DropboxConfig, GoogleConfig } from '../service-settings.ts'
import { createDropboxAuth } from './services/dropbox-auth.ts'
import type { FileStore } from './files/file-store.ts'
import { createOneDriveFiles } from './files/onedrive-files.ts'
import { createGoogleDriveAuth } from './services/google-drive-auth.ts'
import { createOneDriveAuth } from './services/onedrive-auth.ts'
import { createTeamLeaderAuth } from './services/teamleader-auth.ts'
import { createTeamLeader } from './services/teamleader.ts'
import { createConcurrencyLimiter } from './http/concurrency-limiter.ts'
import type { Vendors } from './vendors.ts'

/** Creates the clients of the configured services. */
export function createServices(config: Config, clock: Clock): Vendors['services'] {
  const { dropbox, google, onedrive, teamleader } = config
  const limiter = createConcurrencyLimiter()
  return {
    ...(dropbox && { dropbox: { auth: createDropboxAuth(dropbox), files: dropboxFiles(dropbox), limiter } }),
    ...(google && {
      google_drive: { auth: createGoogleDriveAuth(google), files: googleDriveFiles(google), limiter },
    }),
    ...(onedrive && {
      onedrive: { auth: createOneDriveAuth(onedrive, clock), files: createOneDriveFiles(onedrive), limiter },
    }),
    ...(teamleader && {
      teamleader: { auth: createTeamLeaderAuth(teamleader), crm: createTeamLeader(teamleader), limiter },
    }),
  }
}

const dropboxFiles = (config: DropboxConfig): FileStore =>
  loadedWhenUsed(async () => (await import('./files/dropbox-files.ts')).createDropboxFiles(config))

const googleDriveFiles = (config: GoogleConfig): FileStore =>
  loadedWhenUsed(async () => (await import('./files/google-drive-files.ts')).createGoogleDriveFiles(config))

/** The official clients take memory, and only users who store files there need them. */
const loadedWhenUsed = (load: () => Promise<FileStore>): FileStore => ({
  uploadFile: async (...args) => (await load()).uploadFile(...args),
  search: async (...args) => (await load()).search(...args),
  downloadFile: async (...args) => (await load()).downloadFile(...args),
})
