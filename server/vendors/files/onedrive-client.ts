import { fileServiceTimeoutMs } from '../../limits.ts'
import { serviceErrorCodeMaxLength } from '../limits.ts'
import { z } from 'zod'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { parseJsonOrNull, type HttpResponse, type HttpRequest } from '../http/http-client.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { ServiceError, type ServiceRefusal } from '../services/service-error.ts'
import { sendToService } from '../services/service-http.ts'

export interface OneDriveAccess {
  config: MicrosoftConfig
  token: string
}

/**
 * Sends a request to the user's drive. Graph's own client is not used: it sends no token to the sandbox's base URL.
 * @param request its `path` is below `/me/drive` and percent-encoded
 * @throws ServiceError
 */
export const callDrive = (
  { config, token }: OneDriveAccess,
  { path, headers, ...request }: Pick<HttpRequest, 'method' | 'headers' | 'body'> & { path: string },
): Promise<HttpResponse> =>
  sendOrThrow({
    ...request,
    vendor: 'onedrive',
    url: `${config.graphUrl}/v1.0/me/drive${path}`,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...headers },
    timeoutMs: fileServiceTimeoutMs,
  })

/**
 * Sends a request to an upload URL from Graph. The URL is pre-authenticated, so no token is sent.
 * @throws ServiceError, `gone` for a URL outside Microsoft's hosts
 */
export async function callUploadUrl(
  { config }: OneDriveAccess,
  request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>,
): Promise<HttpResponse> {
  if (!isMicrosoftUrl(config, request.url))
    throw new ServiceError('onedrive', 'gone', { status: 0, code: 'no_session' })
  return sendOrThrow({ ...request, vendor: 'onedrive', timeoutMs: fileServiceTimeoutMs })
}

/**
 * Domains of SharePoint Online and OneDrive (learn.microsoft.com/microsoft-365/enterprise/urls-and-ip-address-ranges);
 * each tenant or data centre has a subdomain.
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

/** Prevents sending the user's files to another host (SSRF). The sandbox's URLs have the origin of `graphUrl`. */
export function isMicrosoftUrl({ graphUrl }: MicrosoftConfig, text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.origin === new URL(graphUrl).origin) return true
  const isMicrosoftHost = fileHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return url.protocol === 'https:' && url.port === '' && isMicrosoftHost
}

async function sendOrThrow(request: HttpRequest): Promise<HttpResponse> {
  const answer = await sendToService(request)
  if (answer.status >= 200 && answer.status < 300) return answer
  throw createOneDriveError(answer.status, answer.headers, parseJsonOrNull(answer.text))
}

const Refusal = z.object({ error: z.object({ code: z.string() }) })

/** @param body parsed body of the error response (learn.microsoft.com/graph/errors) */
export function createOneDriveError(status: number, headers: Headers, body: unknown): ServiceError {
  const read = Refusal.safeParse(body)
  const code = read.data?.error.code ?? `http_${status}`
  return new ServiceError('onedrive', classifyOneDriveError(status, code), {
    status,
    code: code.slice(0, serviceErrorCodeMaxLength),
    retryAfterMs: retryAfterMs(headers),
  })
}

function classifyOneDriveError(status: number, code: string): ServiceRefusal {
  if (status === 507 || code === 'quotaLimitReached') return 'quota'
  if (status === 429 || status === 423 || status >= 500 || status === 408) return 'later'
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'scope'
  if (status === 404 || status === 410) return 'gone'
  return status === 409 || status === 412 ? 'conflict' : 'refused'
}
