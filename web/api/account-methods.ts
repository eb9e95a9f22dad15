import { queryOptions } from '@tanstack/react-query'
import { safeRedirectUrl } from '../lib/safe-url.ts'
import { t } from '../texts/translate.ts'
import { accountKeys, type SignInMethod } from './account.ts'
import { ApiError } from './api-error.ts'
import { AuthFailure } from './auth-failure.ts'
import { publicConfig } from './public-config.ts'
import { authClient } from './session.ts'
import { signInMethods } from './sign-in-methods.ts'

export type SignInProvider = 'azure' | 'google'

export const providersQuery = queryOptions({
  queryKey: accountKeys.providers,
  queryFn: async (): Promise<SignInProvider[]> => {
    const { microsoft, google } = await signInMethods()
    return [...(microsoft ? (['azure'] as const) : []), ...(google ? (['google'] as const) : [])]
  },
})

/** Redirects to the provider, which returns the browser to `/account?linked=…`. */
export async function linkProvider(provider: SignInProvider): Promise<void> {
  const client = await authClient()
  const redirectTo = `${location.origin}/account?linked=${provider}`
  const { data, error } = await client.linkIdentity({ provider, options: { redirectTo, skipBrowserRedirect: true } })
  if (error) throw new AuthFailure(error)
  const { sandboxUrl } = publicConfig()
  const address = safeRedirectUrl(data.url ?? '', sandboxUrl)
  if (!address) throw new ApiError('refused_address', 0, t('The server sent an address that is not allowed.'))
  location.assign(address)
}

export async function unlinkProvider({ identity }: SignInMethod): Promise<void> {
  const client = await authClient()
  const { error } = await client.unlinkIdentity(identity)
  if (error) throw new AuthFailure(error)
}
