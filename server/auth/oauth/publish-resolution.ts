import type { Context } from '../../context.ts'
import type { SignInProviderName } from '../../vendors/sign-in-provider.ts'
import type { AccountResolution } from './account-resolution.ts'

/** Publishes the events of a resolution. Call after the commit. */
export function publishResolution(
  ctx: Pick<Context, 'events' | 'access'>,
  provider: SignInProviderName,
  { userId, effects }: AccountResolution & { kind: 'account' },
): void {
  ctx.access.evictSessions(effects.endedSessions)
  if (effects.signedUp) ctx.events.signedUp({ userId })
  if (effects.linked) ctx.events.identityLinked({ userId, provider })
}
