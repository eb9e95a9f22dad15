import { beforeAll, expect, test } from 'vitest'
import type { FileProvider } from '../../../../contract/providers.ts'
import { contentOf, openDrive, type Drive } from '../../../../test/kit/file-stores.ts'
import type { App } from '../../../../test/kit/start-app.ts'
import type { ServiceRefusal } from '../../services/service-error.ts'

type Row = readonly [fault: object, refusal: ServiceRefusal, more?: object]
const all: readonly Row[] = [
  [{ status: 429, retryAfter: 7 }, 'later', { status: 429, retryAfterMs: 7000 }],
  [{ status: 500 }, 'later', { status: 500 }],
  [{ status: 502 }, 'later', { status: 502 }],
  [{ status: 503, retryAfter: 120 }, 'later', { retryAfterMs: 120_000 }],
  [{ status: 504 }, 'later'],
  [{ status: 400 }, 'refused', { status: 400 }],
  [{ status: 200, body: 'no JSON', contentType: 'text/html' }, 'unknown', { code: 'unreadable_answer' }],
  [{ drop: true }, 'unknown', { status: 0, code: 'unreachable' }],
]
const known: Record<FileProvider, readonly Row[]> = {
  dropbox: [
    [{ error: 'too_many_write_operations', retryAfter: 2 }, 'later', { retryAfterMs: 2000 }],
    [{ status: 429, contentType: 'text/plain' }, 'later'],
    [{ error: 'expired_access_token' }, 'unauthorized'],
    [{ error: 'invalid_access_token' }, 'signed_out', { status: 401, code: 'invalid_access_token' }],
    [{ error: 'user_suspended' }, 'signed_out'],
    [{ error: 'missing_scope', options: { required_scope: 'files.content.write' } }, 'scope'],
    [{ status: 403 }, 'scope'],
    [{ error: 'path/insufficient_space' }, 'quota', { code: 'path/insufficient_space' }],
    [{ error: 'path/malformed_path' }, 'refused'],
    [{ error: 'path/disallowed_name' }, 'refused'],
    [{ error: 'path/conflict/file_ancestor' }, 'conflict'],
    [{ error: 'content_hash_mismatch' }, 'refused'],
    [{ status: 409 }, 'refused'],
  ],
  google_drive: [
    [{ status: 401 }, 'unauthorized', { status: 401, code: 'authError' }],
    [{ error: 'insufficientPermissions' }, 'scope', { status: 403 }],
    [{ error: 'userRateLimitExceeded' }, 'later', { status: 403, code: 'userRateLimitExceeded' }],
    [{ error: 'rateLimitExceeded' }, 'later'],
    [{ error: 'dailyLimitExceeded' }, 'later'],
    [{ error: 'storageQuotaExceeded' }, 'quota', { code: 'storageQuotaExceeded' }],
    [{ error: 'domainPolicy' }, 'refused'],
    [{ error: 'insufficientFilePermissions' }, 'refused'],
  ],
  onedrive: [
    [{ status: 401 }, 'unauthorized', { code: 'InvalidAuthenticationToken' }],
    [{ status: 403 }, 'scope', { code: 'accessDenied' }],
    [{ status: 409 }, 'conflict', { code: 'nameAlreadyExists' }],
    [{ status: 413 }, 'refused'],
    [{ status: 423 }, 'later', { code: 'resourceLocked' }],
    [{ status: 507 }, 'quota', { code: 'quotaLimitReached' }],
  ],
}
/** The request that uploads a small file, and the last one of a session. */
const effects: Record<FileProvider, { small: object; large: object }> = {
  dropbox: { small: { path: 'files/upload$' }, large: { path: 'upload_session/finish$' } },
  google_drive: { small: { path: 'uploadType=multipart' }, large: { method: 'PUT', path: 'upload_id=', skip: 2 } },
  onedrive: { small: { method: 'PUT', path: '/content' }, large: { method: 'PUT', path: 'uploadSession', skip: 2 } },
}
const smallFile = contentOf(500)

/**
 * Error responses of a service, and their classification.
 * @param isShort tries one error of the server, and at the end of an upload session, of smaller chunks, only the errors
 *   whose form differs there
 */
export function describeErrors(app: () => App, provider: FileProvider, isShort: boolean): void {
  const divisor = isShort ? 4 : 1
  const largeFile = contentOf((9 * 2 ** 20) / divisor)
  let drive: Drive
  beforeAll(async () => {
    await app().faults()
    drive = await openDrive(app(), provider, divisor)
  })

  let files = 0
  async function expectRefused(large: boolean, [fault, refusal, more = {}]: Row): Promise<void> {
    const name = `${++files}.pdf`
    const content = large ? largeFile : smallFile
    await drive.fault({ ...effects[provider][large ? 'large' : 'small'], ...fault })
    await expect(drive.put(content, { name })).rejects.toMatchObject({
      name: 'ServiceError',
      vendor: provider,
      refusal,
      transient: refusal === 'later' || refusal === 'unknown',
      ...more,
    })
    expect(await drive.stored()).not.toHaveProperty([`/${name}`])
    await drive.put(smallFile, { name })
  }

  const common = isShort
    ? all.filter(([fault]) => !('status' in fault && [502, 503, 504].includes(Number(fault.status))))
    : all
  const rows = [...common, ...known[provider]]
  test.for(rows)('classifies %j', (row) => expectRefused(false, row))
  const atEnd = isShort ? rows.filter(([, refusal]) => refusal === 'quota' || refusal === 'conflict') : rows
  test.for(atEnd)('classifies %j at the end of an upload session', (row) => expectRefused(true, row))
}
