import type { Context } from '../../context.ts'
import { refuse } from '../protocol/auth-error.ts'

/** For operations that need an email. @throws AuthError 422 `email_provider_disabled`, addressed to the operator */
export function requireMailServer({ vendors }: Pick<Context, 'vendors'>): void {
  if (vendors.smtp) return
  refuse(
    422,
    'email_provider_disabled',
    'This needs an email, and this server cannot send any. Its operator must set SMTP_URL.',
  )
}
