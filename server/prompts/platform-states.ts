import { platformNames, type ExecutionPlan, type Platform } from '../../contract/functions/prompts.ts'
import { Provider } from '../../contract/providers.ts'
import { findConnections } from '../connections/connection-queries.ts'
import type { Context } from '../context.ts'
import { hasMailbox } from './queries.ts'

/** Platforms that this server supports, and those that the user has connected. */
export interface PlatformStates {
  connected: ReadonlySet<Platform>
  supported: ReadonlySet<Platform>
}

export async function loadPlatformStates(
  ctx: Pick<Context, 'db' | 'vendors'>,
  userId: string,
): Promise<PlatformStates> {
  const { connections, mailbox } = await ctx.db.asService(async (tx) => ({
    connections: await findConnections(tx, userId),
    mailbox: await hasMailbox(tx, userId),
  }))
  const usable = connections.filter(({ status }) => status === 'active').flatMap(({ provider }) => providerOf(provider))
  const available = Provider.options.filter((provider) => ctx.vendors.services[provider])
  return {
    connected: new Set<Platform>([...usable, ...(mailbox ? (['email'] as const) : [])]),
    supported: new Set<Platform>([...available, 'email']),
  }
}

const providerOf = (name: string): Provider[] => {
  const read = Provider.safeParse(name)
  return read.success ? [read.data] : []
}

/** Platforms that a plan needs and its prompt names, each once. */
export const requiredPlatforms = (
  needed: readonly Platform[],
  { connected }: PlatformStates,
): ExecutionPlan['requiredPlatforms'] =>
  [...new Set(needed)].map((name) => ({ name, connected: connected.has(name), displayName: platformNames[name] }))
