import type { Config } from '../config.ts'
import { simulatedServices } from '../simulated-services.ts'
import { verifySmtp } from '../vendors/verify-smtp.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const check = 'email'

export async function checkSmtp(config: Config): Promise<Finding[]> {
  const { smtp } = config
  if (!smtp)
    return [
      warning(
        check,
        'SMTP_URL is not set: no email is sent (password reset, invitations, digests, addresses to forward to)',
        'Set SMTP_URL; until then npx mailroom users reset EMAIL prints the link for a forgotten password.',
      ),
    ]
  const { hostname, port } = new URL(smtp.url)
  const refusal = await verifySmtp(smtp)
  const accepted = `${hostname} accepts the sign-in and the sender ${smtp.from}`
  if (refusal === null && (smtp.isSenderGiven || simulatedServices(config).includes('outgoing email')))
    return [ok(check, accepted)]
  if (refusal === null)
    return [warning(check, accepted, 'Set MAIL_FROM to an address of your own: mail servers refuse those of others.')]
  if ('senderReply' in refusal)
    return [
      failure(
        check,
        `${hostname} refuses the sender ${smtp.from} (${refusal.senderReply})`,
        'Set MAIL_FROM to an address from which the user of SMTP_URL may send.',
      ),
    ]
  const { code } = refusal
  if (code === 'EAUTH')
    return [failure(check, `${hostname} refuses the sign-in`, 'Correct user and password in SMTP_URL.')]
  if (code === 'ETLS')
    return [failure(check, `${hostname} offers no TLS`, 'Use smtps:// with port 465, or a server with STARTTLS.')]
  const remedy = 'Correct host and port in SMTP_URL (465 with smtps://, 587 with smtp://), and allow outgoing traffic.'
  return [failure(check, `${hostname}:${port || 'default'} does not respond (${code || 'no reason'})`, remedy)]
}
