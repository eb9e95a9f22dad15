import type { FileProvider } from '../../contract/providers.ts'
import type { Context, RemoteContext } from '../context.ts'
import { callWithGrant, validGrant } from '../grants/call-with-grant.ts'
import type { Grant } from '../grants/grant.ts'
import { requireSignInAgain } from '../grants/refresh-grant.ts'
import type { FileStore } from '../vendors/files/file-store.ts'
import { ServiceError } from '../vendors/services/service-error.ts'
import type { Service } from '../vendors/vendors.ts'
import { ConnectionAccessError } from './connection-access-error.ts'
import { connectionGrant } from './connection-grant.ts'
import type { Connection, ConnectionKey } from './connection-queries.ts'

/**
 * Calls a service for a user's connection. `call` runs again when the service refuses its token, so it should be one
 * request, or requests that check for an earlier effect first. Failures that concern the whole connection are recorded.
 * @param call receives the service's clients, an access token that is valid for more than five minutes, and the
 * service's account id
 * @throws ConnectionAccessError, or ServiceError for any other refusal
 */
export async function withConnection<T>(
  ctx: RemoteContext,
  at: ConnectionKey,
  call: (service: Service, token: string, accountId: string) => Promise<T>,
): Promise<T> {
  const service = ctx.vendors.services[at.provider]
  if (!service) throw new ConnectionAccessError(at.provider, 'not_connected')
  const grant = connectionGrant(ctx, at, service)
  let generation: number | null = null
  let accountId: string | null = null
  try {
    return await callWithGrant(ctx, grant, async (token, row) => {
      accountId ??= row.account_id
      // Work that started in one account must not continue in another: the caller starts again.
      if (row.account_id !== accountId)
        throw new ServiceError(at.provider, 'later', { status: 0, code: 'account_changed' })
      generation = row.generation
      return call(service, token, accountId)
    })
  } catch (error) {
    throw await recordServiceFailure(ctx, at, grant, generation, error)
  }
}

/** Refreshes the tokens of a connection where they expire soon; the service itself is not called. @throws as above */
export async function validConnection(ctx: RemoteContext, at: ConnectionKey): Promise<Connection> {
  const service = ctx.vendors.services[at.provider]
  if (!service) throw new ConnectionAccessError(at.provider, 'not_connected')
  const grant = connectionGrant(ctx, at, service)
  try {
    return await validGrant(ctx, grant)
  } catch (error) {
    throw await recordServiceFailure(ctx, at, grant, null, error)
  }
}

/** Like `withConnection`, for a service that stores files. */
export const withFiles = <T>(
  ctx: RemoteContext,
  at: { userId: string; provider: FileProvider },
  call: (files: FileStore, token: string, accountId: string) => Promise<T>,
): Promise<T> =>
  withConnection(ctx, at, ({ files }, token, accountId) => {
    if (!files) throw new ConnectionAccessError(at.provider, 'not_connected')
    return call(files, token, accountId)
  })

/**
 * Records that the service has ended the grant, or that it lacks a scope.
 * @param generation of the tokens that the call used, null where no call was made
 * @returns the error to throw
 */
async function recordServiceFailure(
  ctx: Pick<Context, 'clock' | 'db'>,
  at: ConnectionKey,
  grant: Grant<Connection>,
  generation: number | null,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ServiceError)) return error
  const { refusal } = error
  if (generation !== null && (refusal === 'unauthorized' || refusal === 'signed_out' || refusal === 'scope')) {
    await requireSignInAgain(ctx, grant, generation)
    return new ConnectionAccessError(at.provider, refusal === 'scope' ? 'scope' : 'signed_out', error)
  }
  return error
}
