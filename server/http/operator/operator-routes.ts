import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { hashSecret } from '../../sealed.ts'
import { providerOutages } from '../../outages/provider-outages.ts'
import { newestBackup } from '../../db/backup/backup-folder.ts'
import { readBacklog } from './operator-queries.ts'
import { bearerToken } from '../request/caller.ts'
import { appManifest } from '../pages/app-manifest.ts'
import { readPublicConfig } from '../pages/public-config.ts'
import { rawRoute, type Route } from '../routing/route.ts'
import { securityTxt, securityTxtPath } from '../pages/security-txt.ts'

const open = { method: 'GET', auth: 'none', limit: null, maxBytes: 0 } as const

/** Public configuration and manifest of the page, and the address for reports of vulnerabilities. */
export const pageConfigRoutes: Route[] = [
  rawRoute({
    ...open,
    path: '/config.json',
    handle: async (ctx) => Response.json(await readPublicConfig(ctx), { headers: { 'cache-control': 'no-cache' } }),
  }),
  rawRoute({
    ...open,
    path: '/manifest.webmanifest',
    handle: ({ config }) =>
      Response.json(appManifest(config.productName), {
        headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
      }),
  }),
  rawRoute({ ...open, path: securityTxtPath, handle: securityTxt }),
]

/** Health checks and metrics. */
export const operatorRoutes: Route[] = [
  rawRoute({
    ...open,
    path: '/healthz',
    handle: () => Response.json({ status: 'alive' }, { headers: { 'cache-control': 'no-store' } }),
  }),
  rawRoute({
    ...open,
    path: '/readyz',
    async handle({ db, jobs, events, stopping }) {
      if (stopping.aborted) fail('unavailable')
      try {
        await Promise.all([db.ping(), jobs.ping()])
        return Response.json({ status: 'ready' }, { headers: { 'cache-control': 'no-store' } })
      } catch (error) {
        events.backgroundError({ part: 'readyz', error })
        return fail('unavailable')
      }
    },
  }),
  rawRoute({
    ...open,
    path: '/metrics',
    auth: 'own',
    async handle({ config, db, events, vendors }, { request }) {
      if (!config.metricsToken) fail('not_found')
      const given = hashSecret(bearerToken(request.headers) ?? '')
      if (!timingSafeEqual(given, hashSecret(config.metricsToken))) fail('unauthorized')
      const state = await readState({ config, db, vendors }).catch((error: unknown) => {
        events.backgroundError({ part: 'metrics', error })
        return undefined
      })
      return new Response(await events.metrics(state), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    },
  }),
]

async function readState(ctx: Pick<Context, 'config' | 'db' | 'vendors'>) {
  const [providers, backlog, newest] = await Promise.all([
    providerOutages(ctx),
    ctx.db.asService(readBacklog),
    newestBackup(ctx.config),
  ])
  const { backup, microsoft } = ctx.config
  return { providers, ...backlog, backups: backup && { newest }, secretExpires: microsoft?.expires ?? null }
}
