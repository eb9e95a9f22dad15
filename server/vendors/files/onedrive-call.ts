import { z } from 'zod'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { parseJsonOrNull, retryAfterMs, type IncomingAnswer, type OutgoingRequest } from '../http.ts'
import { ServiceError, type ServiceRefusal } from '../service-error.ts'
import { sendToService } from '../service-http.ts'

const timeoutMs = 60_000

export interface OneDriveAccess {
  config: MicrosoftConfig
  token: string
}

/**
 * One request to the person's drive. By plain requests: Graph's own client sends no token to a base address that it does not know.
 * @param path below `/me/drive`, encoded
 * @throws ServiceError for every refusal, and where no answer arrived whole
 */
export const callDrive = (
  { config, token }: OneDriveAccess,
  { path, headers, ...request }: Pick<OutgoingRequest, 'method' | 'headers' | 'body'> & { path: string },
): Promise<IncomingAnswer> =>
  allowed({
    ...request,
    vendor: 'onedrive',
    url: `${config.graphUrl}/v1.0/me/drive${path}`,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...headers },
    timeoutMs,
  })

/**
 * One request to an address that Graph handed out. The address is a permission by itself: no token goes there.
 * @throws ServiceError `gone` for an address that Graph would not hand out
 */
export async function callAddress(
  { config }: OneDriveAccess,
  request: Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'>,
): Promise<IncomingAnswer> {
  if (!isHandedOut(config, request.url)) throw new ServiceError('onedrive', 'gone', { status: 0, code: 'no_session' })
  return allowed({ ...request, vendor: 'onedrive', timeoutMs })
}

/**
 * Where Microsoft keeps the files of companies and of people (learn.microsoft.com/microsoft-365/enterprise/urls-and-ip-address-ranges,
 * "SharePoint Online and OneDrive"): one host for each tenant or data centre, below these.
 */
const fileHosts = [
  '1drv.com',
  'graph.microsoft.com',
  'live.com',
  'livefilestore.com',
  'microsoftpersonalcontent.com',
  'onedrive.com',
  'sharepoint.com',
  'svc.ms',
]

/** Nobody else's: bytes of a person go there, and what it answers is believed (checklist F1). The sandbox hands out its own. */
export function isHandedOut({ graphUrl }: MicrosoftConfig, address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.origin === new URL(graphUrl).origin) return true
  const isMicrosofts = fileHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return url.protocol === 'https:' && url.port === '' && isMicrosofts
}

async function allowed(request: OutgoingRequest): Promise<IncomingAnswer> {
  const answer = await sendToService(request)
  if (answer.status >= 200 && answer.status < 300) return answer
  throw oneDriveError(answer.status, answer.headers, parseJsonOrNull(answer.text))
}

const Refusal = z.object({ error: z.object({ code: z.string() }) })

/** @param body of a refusal, as data (learn.microsoft.com/graph/errors) */
export function oneDriveError(status: number, headers: Headers, body: unknown): ServiceError {
  const read = Refusal.safeParse(body)
  const code = read.data?.error.code ?? `http_${status}`
  return new ServiceError('onedrive', refusalOf(status, code), {
    status,
    code: code.slice(0, 100),
    retryAfterMs: retryAfterMs(headers),
  })
}

function refusalOf(status: number, code: string): ServiceRefusal {
  if (status === 507 || code === 'quotaLimitReached') return 'quota'
  if (status === 429 || status === 423 || status >= 500 || status === 408) return 'later'
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'scope'
  if (status === 404 || status === 410) return 'gone'
  return status === 409 || status === 412 ? 'conflict' : 'refused'
}
