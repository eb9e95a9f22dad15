import type { Context } from '../context.ts'
import { microsoftBreakers } from '../vendors/vendors.ts'
import { findOpenProviders } from './queries.ts'

/** Each configured provider, and whether it has an outage now: the same on every node. */
export async function providerOutages({ db, vendors }: Pick<Context, 'db' | 'vendors'>): Promise<Map<string, boolean>> {
  const { microsoft, model, services, smtp, stripe } = vendors
  const configured = [
    ...(microsoft ? Object.values(microsoftBreakers) : []),
    ...(smtp ? ['smtp'] : []),
    ...(stripe ? ['stripe'] : []),
    ...(model ? ['model'] : []),
    ...Object.keys(services).flatMap((name) => [name, `${name}_tokens`]),
  ]
  const open = await db.asService(findOpenProviders)
  return new Map([...configured.map((name) => [name, false] as const), ...open.map((name) => [name, true] as const)])
}
