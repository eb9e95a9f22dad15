import { timingSafeEqual } from 'node:crypto'
import type { PublicConfig } from '../../contract/public-config.ts'
import { fail } from '../errors.ts'
import { hashSecret } from '../sealed.ts'
import { bearerToken } from './caller.ts'
import { raw, type Route } from './route.ts'

const open = { method: 'GET', auth: 'none', limit: null, maxBytes: 0 } as const

/** For the page before sign-in, and for those who run the server. */
export const operatorRoutes: Route[] = [
  raw({
    ...open,
    path: '/config.json',
    handle({ config, access }) {
      const body: PublicConfig = {
        productName: config.productName,
        anonKey: access.anonKey,
        supportEmail: config.supportEmail,
        sandboxUrl: config.sandboxUrl,
      }
      return Response.json(body, { headers: { 'cache-control': 'no-cache' } })
    },
  }),
  raw({
    ...open,
    path: '/healthz',
    handle: () => Response.json({ status: 'alive' }, { headers: { 'cache-control': 'no-store' } }),
  }),
  raw({
    ...open,
    path: '/readyz',
    async handle({ db, jobs, events }) {
      try {
        await Promise.all([db.ping(), jobs.ping()])
        return Response.json({ status: 'ready' }, { headers: { 'cache-control': 'no-store' } })
      } catch (error) {
        events.backgroundError({ part: 'readyz', error })
        return fail('unavailable')
      }
    },
  }),
  raw({
    ...open,
    path: '/metrics',
    auth: 'own',
    async handle({ config, events }, { request }) {
      if (!config.metricsToken) fail('not_found')
      const given = hashSecret(bearerToken(request.headers) ?? '')
      if (!timingSafeEqual(given, hashSecret(config.metricsToken))) fail('unauthorized')
      return new Response(await events.metrics(), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    },
  }),
]
