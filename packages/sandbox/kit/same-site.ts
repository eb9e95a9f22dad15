import type { MiddlewareHandler } from 'hono'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

/**
 * The front page and the control API have no authentication. A web site in the same browser must not use them: neither
 * with a form that posts here (CSRF) nor with a host name that resolves to this machine (DNS rebinding).
 */
export const sameSite: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('Host') ?? ''
  if (!LOOPBACK.test(host)) return c.text('The sandbox answers on loopback names only.', 403)
  const origin = c.req.header('Origin')
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!isRead && origin !== undefined && origin !== `http://${host}`)
    return c.text('Forms must come from this page.', 403)
  c.header('Cache-Control', 'no-store')
  return next()
}
