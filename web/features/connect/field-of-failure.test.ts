import { expect, test } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { fieldOfFailure } from './field-of-failure.ts'

test('each failed step of a mail server is shown at a field, and nothing else', () => {
  const fields = Object.keys(errors).flatMap((code) => {
    const field = fieldOfFailure(code)
    return field === null ? [] : [`${code} ${field}`]
  })
  expect(fields.toSorted()).toEqual([
    'imap_address_refused imapHost',
    'imap_app_password_required password',
    'imap_capability_missing imapPort',
    'imap_certificate_refused imapHost',
    'imap_disabled password',
    'imap_name_not_found imapHost',
    'imap_not_reachable imapHost',
    'imap_protocol_error imapPort',
    'imap_sign_in_delayed password',
    'imap_sign_in_refused password',
    'imap_web_sign_in_required password',
    'smtp_address_refused smtpHost',
    'smtp_capability_missing smtpPort',
    'smtp_certificate_refused smtpHost',
    'smtp_name_not_found smtpHost',
    'smtp_not_reachable smtpHost',
    'smtp_protocol_error smtpPort',
    'smtp_sign_in_delayed password',
    'smtp_sign_in_refused password',
  ])
})
