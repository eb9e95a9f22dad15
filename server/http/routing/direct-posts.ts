import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { toErrorResponse } from '../response/error-response.ts'
import { newRequestId } from '../request/request-id.ts'
import type { RawRoute, Route } from './route.ts'
import { addSecurityHeaders } from '../response/security-headers.ts'

type DirectRoute = RawRoute & Pick<Required<RawRoute>, 'accept'>

const isDirect = (route: Route): route is DirectRoute => route.kind === 'raw' && route.accept !== undefined

/**
 * Answers the POST requests of routes with `accept` in front of the router, which costs more than all of their other
 * work. The router serves what is unusual: other methods, a query, a body without length or above the limit.
 */
export function directPosts(ctx: Context, routes: readonly Route[], router: RequestListener): RequestListener {
  const direct = new Map(routes.filter(isDirect).map((route) => [route.path, route]))
  const isSecure = ctx.config.publicUrl.startsWith('https:')
  const accepted = securedHeaders(new Response(null, { headers: { 'content-length': '0' } }), isSecure)
  return (request, response) => {
    const route = request.method === 'POST' ? direct.get(request.url ?? '') : undefined
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (!route || !(length <= route.maxBytes)) return router(request, response)
    if (ctx.stopping.aborted) response.setHeader('connection', 'close')
    const respond = async (): Promise<void> => {
      try {
        await route.accept(ctx, await readBody(request))
        response.writeHead(202, accepted).end()
      } catch (error) {
        const at = { requestId: newRequestId(), method: 'POST', route: route.path }
        await writeResponse(response, toErrorResponse(ctx, error, at), isSecure)
      }
    }
    void respond()
  }
}

/** Never resolves where the client aborts the request: nothing happens then. */
function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => resolve(Buffer.concat(parts)))
  })
}

async function writeResponse(to: ServerResponse, from: Response, isSecure: boolean): Promise<void> {
  const body = await from.text()
  to.writeHead(from.status, securedHeaders(from, isSecure)).end(body)
}

function securedHeaders({ headers }: Response, isSecure: boolean): Record<string, string> {
  addSecurityHeaders(headers, isSecure)
  return Object.fromEntries(headers)
}
