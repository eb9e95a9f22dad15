import type { ImapFlow } from 'imapflow'
import { VendorError } from '../http/vendor-error.ts'
import { connectionFailure, mailServerFailure, propertiesOf, type MailServerFailure } from './mail-server-failure.ts'

/** The last tagged response of each connection: a result of imapflow that is false does not contain it. */
const lastResponses = new WeakMap<object, { response?: unknown; code?: unknown }>()

export function recordResponses(client: ImapFlow): void {
  client.on('response', (response: object) => void lastResponses.set(client, response))
}

/**
 * The error of the last command, whose result is false: imapflow returns that also where the connection ended, and the
 * command may have been carried out.
 */
export function refusedCommand(client: ImapFlow): VendorError {
  if (!client.usable) return mailServerFailure('imap', 'not_reachable')
  const { response, code } = lastResponses.get(client) ?? {}
  const serverResponseCode = typeof code === 'string' ? code.toUpperCase() : undefined
  return imapFailure({ responseStatus: response === 'BAD' ? response : 'NO', serverResponseCode })
}

/** Turns an error of imapflow into a `VendorError` whose code names the step. */
export function imapFailure(error: unknown): VendorError {
  if (error instanceof VendorError) return error
  return mailServerFailure('imap', failureOf(error), error)
}

function failureOf(error: unknown): MailServerFailure {
  const { code, authenticationFailed, responseStatus, serverResponseCode, response, tlsFailed } = propertiesOf(error)
  if (responseStatus === 'NO' && authenticationFailed) return signInFailure(serverResponseCode, String(response))
  // RFC 4469, RFC 7889: the message of an APPEND.
  if (serverResponseCode === 'TOOBIG' || serverResponseCode === 'APPENDLIMIT') return 'message_too_large'
  if (responseStatus === 'NO')
    return temporaryCodes.includes(serverResponseCode) ? 'command_delayed' : 'command_refused'
  const connection = connectionFailure(code)
  if (connection) return connection
  // Without a code: STARTTLS, or a sign-in by password, is not offered.
  if (code === undefined && responseStatus === undefined && (tlsFailed || authenticationFailed))
    return 'capability_missing'
  return 'protocol_error'
}

/** Throttled and overloaded servers refuse a right password and an allowed command, too (RFC 5530). */
const temporaryCodes: readonly unknown[] = ['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG']

/** No response code says that another password or setting is needed: these are the words of Gmail, Mail.ru and Zoho. */
const requirements: readonly [RegExp, MailServerFailure][] = [
  [/\bapp?lication(?:-specific)? password\b/i, 'app_password_required'],
  [/not enabled for imap|imap access is disabled|yet to enable imap/i, 'imap_disabled'],
  [/via your web browser|web login required/i, 'web_sign_in_required'],
]

function signInFailure(code: unknown, text: string): MailServerFailure {
  if (temporaryCodes.includes(code)) return 'sign_in_delayed'
  const required = requirements.find(([words]) => words.test(text))
  if (required) return required[1]
  // Cyrus refuses a wrong password without a code.
  return !code || code === 'AUTHENTICATIONFAILED' ? 'sign_in_refused' : 'sign_in_delayed'
}
