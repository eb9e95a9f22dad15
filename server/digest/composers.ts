import type { EmailComposers } from '../emails/email-content.ts'
import { composeDigest } from './compose-digest.ts'
import { composeDigestConfirmation } from './compose-digest-confirmation.ts'

export const digestComposers = {
  digest: composeDigest,
  'digest-confirmation': composeDigestConfirmation,
} satisfies Partial<EmailComposers>
