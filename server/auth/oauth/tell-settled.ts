import type { Context } from '../../context.ts'
import type { SignInProviderName } from '../../vendors/sign-in-provider.ts'
import type { Settled } from './settled.ts'

/** To be called once it is committed. */
export function tellSettled(
  ctx: Pick<Context, 'events' | 'access'>,
  provider: SignInProviderName,
  { userId, effects }: Settled & { kind: 'account' },
): void {
  ctx.access.forget(effects.endedSessions)
  if (effects.signedUp) ctx.events.signedUp({ userId })
  if (effects.linked) ctx.events.identityLinked({ userId, provider })
}
