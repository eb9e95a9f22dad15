import type { ErrorCode } from '../../../../contract/errors.ts'
import { AppError } from '../../../errors.ts'
import { VendorError } from '../../../vendors/http/vendor-error.ts'
import { openImapConnection } from '../../../vendors/imap/imap-connection.ts'
import type { MailServer, MailServerAccount } from '../../../vendors/imap/mail-server.ts'
import type { HostRules } from '../../../vendors/imap/safe-host.ts'
import { checkSubmission } from '../../../vendors/imap/submission.ts'

export interface MailServers {
  imap: MailServer
  smtp: MailServer | null
}

/**
 * Signs in to both servers, as every later use does.
 * @throws AppError that names the server and the step that failed
 */
export async function checkServers(
  { imap, smtp }: MailServers,
  signIn: Pick<MailServerAccount, 'user' | 'password'>,
  rules: HostRules,
): Promise<void> {
  const checkImap = async (): Promise<void> => {
    await using _signedIn = await openImapConnection({ ...imap, ...signIn }, rules)
  }
  await asStep(imapSteps, checkImap())
  if (smtp) await asStep(smtpSteps, checkSubmission({ ...smtp, ...signIn }, rules))
}

const imapSteps: Record<string, ErrorCode> = {
  name_not_found: 'imap_name_not_found',
  address_refused: 'imap_address_refused',
  not_reachable: 'imap_not_reachable',
  certificate_refused: 'imap_certificate_refused',
  sign_in_refused: 'imap_sign_in_refused',
  app_password_required: 'imap_app_password_required',
  imap_disabled: 'imap_disabled',
  web_sign_in_required: 'imap_web_sign_in_required',
  sign_in_delayed: 'imap_sign_in_delayed',
  capability_missing: 'imap_capability_missing',
}
const smtpSteps: Record<string, ErrorCode> = {
  name_not_found: 'smtp_name_not_found',
  address_refused: 'smtp_address_refused',
  not_reachable: 'smtp_not_reachable',
  certificate_refused: 'smtp_certificate_refused',
  sign_in_refused: 'smtp_sign_in_refused',
  sign_in_delayed: 'smtp_sign_in_delayed',
  capability_missing: 'smtp_capability_missing',
}

export const imapStepError = ({ code }: VendorError): AppError => new AppError(imapSteps[code] ?? 'imap_protocol_error')

async function asStep(steps: Record<string, ErrorCode>, check: Promise<void>): Promise<void> {
  try {
    await check
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const other = steps === imapSteps ? 'imap_protocol_error' : 'smtp_protocol_error'
    throw new AppError(steps[error.code] ?? other)
  }
}
