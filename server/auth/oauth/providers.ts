import type { Context } from '../../context.ts'
import type { SignInProvider, SignInProviderName } from '../../vendors/oauth/sign-in-provider.ts'
import { refuse } from '../protocol/auth-error.ts'
import { quotedParameterMaxLength } from '../limits.ts'

/**
 * GoTrue's providers, which clients expect in the settings. Microsoft (`azure`) and Google are available if configured.
 */
export const knownProviders =
  `apple azure bitbucket discord facebook figma fly github gitlab google keycloak kakao linkedin linkedin_oidc
  notion slack slack_oidc snapchat spotify twitch twitter workos x zoom`.split(/\s+/)

/** Display names. */
export const providerLabels: Record<SignInProviderName, string> = { azure: 'Microsoft', google: 'Google' }

export interface Provider {
  name: SignInProviderName
  client: SignInProvider
}

/** @returns null if the provider is unknown or not configured */
export function providerOf({ vendors }: Pick<Context, 'vendors'>, name: string): Provider | null {
  if (name !== 'azure' && name !== 'google') return null
  const client = vendors.signIn[name]
  return client ? { name, client } : null
}

/** @throws AuthError 400 `validation_failed`, with GoTrue's messages for unknown and disabled providers */
export function requireProvider(ctx: Pick<Context, 'vendors'>, name: string): Provider {
  const provider = providerOf(ctx, name)
  if (provider) return provider
  if (knownProviders.includes(name)) {
    refuse(400, 'validation_failed', 'Unsupported provider: provider is not enabled')
  }
  return refuse(
    400,
    'validation_failed',
    `Unsupported provider: Provider ${name.slice(0, quotedParameterMaxLength)} could not be found`,
  )
}
