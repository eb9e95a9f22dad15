import { countCall } from '../../metrics.ts'
import { VendorError } from '../http/vendor-error.ts'

/** The step at which a connection to a mail server fails. */
export type MailServerFailure =
  | 'name_not_found'
  | 'address_refused'
  | 'not_reachable'
  | 'certificate_refused'
  | 'sign_in_refused'
  | 'app_password_required'
  | 'imap_disabled'
  | 'web_sign_in_required'
  | 'sign_in_delayed'
  | 'capability_missing'
  | 'protocol_error'
  | 'command_refused'
  | 'command_delayed'
  | 'message_too_large'

/**
 * 401: only the user can help. 0: no response, so the effect of a command is unknown. From 500 on a later attempt may
 * succeed: operators renew certificates and mend servers.
 */
const statuses: Record<MailServerFailure, number> = {
  name_not_found: 503,
  address_refused: 403,
  not_reachable: 0,
  certificate_refused: 503,
  sign_in_refused: 401,
  app_password_required: 401,
  imap_disabled: 401,
  web_sign_in_required: 401,
  sign_in_delayed: 503,
  capability_missing: 422,
  protocol_error: 502,
  command_refused: 409,
  command_delayed: 503,
  message_too_large: 413,
}

/**
 * @param error its code is kept, and nothing else: a server can repeat the password in its answer, and the error is
 * logged
 */
export function mailServerFailure(vendor: string, failure: MailServerFailure, error?: unknown): VendorError {
  const { code, serverResponseCode, responseCode } = propertiesOf(error)
  const detail = [code, serverResponseCode].find((value) => typeof value === 'string' && /^[\w-]{1,60}$/.test(value))
  const cause = new Error(typeof detail === 'string' ? detail : `reply ${Number(responseCode)}`)
  countCall(vendor, failure)
  return new VendorError(vendor, statuses[failure], failure, null, cause)
}

/** Properties of the errors of Node, imapflow and nodemailer. */
export function propertiesOf(error: unknown): Readonly<Record<string, unknown>> {
  return typeof error === 'object' && error !== null ? { ...error } : {}
}

const unreachable = new RegExp(
  '^(?:ECONN|EHOST|ENET|ClosedAfter|(?:EPIPE|ETIMEDOUT|ETIMEOUT|EADDRNOTAVAIL|ESOCKET|NoConnection|EConnectionClosed' +
    '|StateLogout|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT)$)',
)
/** Of OpenSSL (X509_V_ERR_…) and of the comparison with the name. */
const certificate = new RegExp(
  '^(?:CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE' +
    '|PATH_LENGTH_EXCEEDED)$)',
)

/** The failure of a connection, by the code of its error; null where it has another cause. */
export function connectionFailure(code: unknown): MailServerFailure | null {
  if (typeof code !== 'string') return null
  if (certificate.test(code)) return 'certificate_refused'
  return unreachable.test(code) ? 'not_reachable' : null
}
