import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { createDropboxAuth } from './services/dropbox-auth.ts'
import { createDropboxFiles } from './files/dropbox-files.ts'
import { createGoogleDriveFiles } from './files/google-drive-files.ts'
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
    ...(dropbox && { dropbox: { auth: createDropboxAuth(dropbox), files: createDropboxFiles(dropbox), limiter } }),
    ...(google && {
      google_drive: { auth: createGoogleDriveAuth(google), files: createGoogleDriveFiles(google), limiter },
    }),
    ...(onedrive && {
      onedrive: { auth: createOneDriveAuth(onedrive, clock), files: createOneDriveFiles(onedrive), limiter },
    }),
    ...(teamleader && {
      teamleader: { auth: createTeamLeaderAuth(teamleader), crm: createTeamLeader(teamleader), limiter },
    }),
  }
}
