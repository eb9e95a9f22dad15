import { VendorError } from '../http/vendor-error.ts'
import { connectionFailure, mailServerFailure, propertiesOf, type MailServerFailure } from './mail-server-failure.ts'

/**
 * The error of a command whose result is false: imapflow returns that also where the connection ended, and the command
 * may have been carried out.
 */
export const refusedCommand = ({ usable }: { usable: boolean }): VendorError =>
  mailServerFailure('imap', usable ? 'command_refused' : 'not_reachable')

/** Turns an error of imapflow into a `VendorError` whose code names the step. */
export function imapFailure(error: unknown): VendorError {
  if (error instanceof VendorError) return error
  return mailServerFailure('imap', failureOf(error), error)
}

function failureOf(error: unknown): MailServerFailure {
  const { code, authenticationFailed, responseStatus, serverResponseCode, tlsFailed } = propertiesOf(error)
  // Throttled and overloaded servers refuse a right password too, with another response code (RFC 5530). Cyrus refuses
  // a wrong one without any.
  if (responseStatus === 'NO' && authenticationFailed)
    return !serverResponseCode || serverResponseCode === 'AUTHENTICATIONFAILED' ? 'sign_in_refused' : 'sign_in_delayed'
  if (responseStatus === 'NO') return 'command_refused'
  const connection = connectionFailure(code)
  if (connection) return connection
  // Without a code: STARTTLS, or a sign-in by password, is not offered.
  if (code === undefined && responseStatus === undefined && (tlsFailed || authenticationFailed))
    return 'capability_missing'
  return 'protocol_error'
}
