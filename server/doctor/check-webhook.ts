import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import { webhookPath } from '../mail/outlook/change-notifications/mail-webhook.ts'
import { isOutlookSimulated } from '../simulated-services.ts'
import { probe } from '../vendors/http/probe.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const check = 'new email'
const polled = 'new email is found by a check every minute'

/** Asks the webhook from here as Graph does; whether the internet reaches it shows only at Microsoft. */
export async function checkWebhook(config: Config): Promise<Finding[]> {
  const { notifications, publicUrl, role } = config
  if (!config.microsoft) return [ok(check, 'mail servers announce it to the server; it is checked every few minutes')]
  if (notifications === 'poll') return [ok(check, `NOTIFICATIONS=poll: ${polled}`)]
  if (role === 'worker') return [ok(check, 'this node serves no requests; run the doctor on a web node too')]
  if (!isOutlookSimulated(config) && isUnreachableForMicrosoft(publicUrl))
    return [
      warning(
        check,
        `Microsoft cannot reach ${publicUrl}: ${polled}`,
        'Nothing needs to be done. For instant sorting set PUBLIC_URL to a public https address.',
      ),
    ]
  return [await callWebhook(publicUrl)]
}

function isUnreachableForMicrosoft(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol !== 'https:') return true
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) > 0)
    return /^(10|127)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\.|^\[(::1|f[cd]|fe80)/.test(hostname)
  return !hostname.includes('.') || /\.(local|internal|lan|home\.arpa|test|example|localhost)$/.test(hostname)
}

async function callWebhook(publicUrl: string): Promise<Finding> {
  const token = 'Validation: doctor'
  const url = `${publicUrl}${webhookPath}?validationToken=${encodeURIComponent(token)}`
  try {
    const { status, text } = await probe(url, 'POST')
    if (status === 200 && text === token) return ok(check, `${publicUrl} answers`)
    const remedy = `Let the proxy pass ${webhookPath} unchanged; until then ${polled}.`
    return failure(check, `${publicUrl} answers ${status}, but not as Mailroom does`, remedy)
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return warning(
      check,
      `${publicUrl} does not respond from here (${reason})`,
      `Start the server, and check name, certificate and proxy; until then ${polled}.`,
    )
  }
}
