import type { ErrorCode } from '../../contract/errors.ts'
import { recordAuditEvent } from '../shared/audit-log.ts'
import { AppError } from '../errors.ts'
import { authorizationCallbackRoute } from '../grants/authorization-callback.ts'
import { needsAdministrator } from '../vendors/oauth/entra-error.ts'
import { syncMailboxOnConnect } from './folders/sync-mailbox-on-connect.ts'
import { requireMicrosoft } from './outlook/microsoft-clients.ts'
import { consumeAuthorizationState } from './outlook/authorization/authorization-queries.ts'
import { connectMailbox } from './outlook/authorization/connect-mailbox.ts'
import { connectedUrl, failedUrl } from './outlook/authorization/dashboard-url.ts'
import { mailboxFlow } from './outlook/authorization/mailbox-authorization.ts'

export const mailboxCallbackRoute = authorizationCallbackRoute({
  flow: mailboxFlow,
  provider: (ctx) => requireMicrosoft(ctx).entra,
  consumeState: consumeAuthorizationState,
  refusesRepeatedParameters: false,
  invalidCallback: () => new AppError('sign_in_expired'),
  refusedByProvider: (error, { url }) =>
    new AppError(codeOfRefusal(error, url.searchParams.get('error_description') ?? '')),
  async complete(ctx, call, state, code) {
    const connected = await connectMailbox(ctx, state, code)
    const { user_id: userId, session_id: sessionId } = state
    await recordAuditEvent(ctx, { userId, sessionId, action: 'mailbox_connected' }, call)
    await syncMailboxOnConnect(ctx, connected.mailboxId)
    return connectedUrl(ctx, connected)
  },
  failureUrl: (ctx, error) => (error instanceof AppError ? failedUrl(ctx, error.code) : null),
  unexpectedFailureUrl: (ctx) => failedUrl(ctx, 'internal'),
})

/** The OAuth error code decides; AADSTS numbers only distinguish refusals that an administrator can lift. */
function codeOfRefusal(error: string, description: string): ErrorCode {
  if (needsAdministrator(description)) return 'admin_approval_required'
  switch (error) {
    case 'access_denied':
      return 'consent_denied'
    case 'temporarily_unavailable':
    case 'server_error':
      return 'outlook_unreachable'
    case 'consent_required':
    case 'interaction_required':
    case 'login_required':
      return 'consent_incomplete'
    default:
      return 'outlook_refused'
  }
}
