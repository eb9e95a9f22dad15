import type { Fault } from '../../kit/faults.ts'
import type { FaultBehavior } from '../../kit/service-middleware.ts'
import type { GoogleSandbox } from '../state.ts'
import { accountOfToken } from '../oauth/bearer.ts'
import { PAGE_502 } from '../oauth/errors.ts'
import { DriveError, errorBody } from './errors.ts'

/** Errors that a fault can name, with their status and message. */
const NAMED = new Map<string, [number, string]>([
  ['authError', [401, 'Request had invalid authentication credentials.']],
  [
    'userRateLimitExceeded',
    [403, 'User Rate Limit Exceeded. Rate of requests for user exceed configured project quota.'],
  ],
  ['rateLimitExceeded', [403, 'Rate Limit Exceeded']],
  ['dailyLimitExceeded', [403, 'Daily Limit Exceeded']],
  ['storageQuotaExceeded', [403, "The user's Drive storage quota has been exceeded."]],
  ['appNotAuthorizedToFile', [403, 'The user has not granted the app access to the file.']],
  ['insufficientPermissions', [403, 'Request had insufficient authentication scopes.']],
  ['insufficientFilePermissions', [403, 'The user does not have sufficient permissions for this file.']],
  ['domainPolicy', [403, 'The domain administrators have disabled Drive apps.']],
  ['forbidden', [403, 'Forbidden']],
  ['notFound', [404, 'File not found.']],
  ['fileIdInUse', [409, 'A file already exists with the provided ID.']],
  ['badRequest', [400, 'Bad Request']],
  ['internalError', [500, 'Internal Error']],
  ['backendError', [503, 'Transient failure']],
])

/** The error of a fault that sets only a status. */
const USUAL = new Map<number, string>([
  [400, 'badRequest'],
  [401, 'authError'],
  [403, 'userRateLimitExceeded'],
  [404, 'notFound'],
  [409, 'fileIdInUse'],
  [429, 'rateLimitExceeded'],
  [500, 'internalError'],
])

const nameOf = ({ error, action }: Fault) => error ?? (NAMED.has(action ?? '') ? action : undefined)

/** The form of faults of Drive. */
export function googleDriveFaults(sandbox: GoogleSandbox): FaultBehavior {
  return {
    statusOf: (fault) => NAMED.get(nameOf(fault) ?? '')?.[0],
    errorBody(status, fault) {
      if (status === 502) return PAGE_502
      const reason = nameOf(fault) ?? USUAL.get(status) ?? 'backendError'
      return errorBody(new DriveError(status, reason, fault.message ?? NAMED.get(reason)?.[1] ?? 'Error'))
    },
    mailboxOf(_body, path, authorization) {
      const upload = sandbox.google.driveUploads.get(new URLSearchParams(path.split('?')[1]).get('upload_id') ?? '')
      const account = upload ? sandbox.google.accounts.get(upload.sub) : accountOfToken(sandbox, authorization)
      return account?.email ?? null
    },
    // The first request of a resumable upload has metadata, not a file.
    streams: (c) =>
      c.req.path.includes('/upload/') && (c.req.method === 'PUT' || c.req.query('uploadType') !== 'resumable'),
  }
}
