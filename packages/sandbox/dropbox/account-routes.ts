import type { Account } from './accounts.ts'
import type { Route } from './route-definition.ts'

/** Routes without an argument. */
export const accountRoutes: readonly Route[] = [
  {
    name: 'users/get_current_account',
    style: 'rpc',
    scope: 'account_info.read',
    takesArg: false,
    answer: ({ account }) => fullAccount(account),
  },
  {
    // Also revokes the refresh token and its other access tokens (auth.stone of Dropbox's API specification).
    name: 'auth/token/revoke',
    style: 'rpc',
    scope: null,
    takesArg: false,
    answer({ grant }) {
      grant.ended = true
      return null
    },
  },
]

/** `FullAccount` of Dropbox's API specification. */
function fullAccount({ accountId, name, email, emailVerified, namespace }: Account) {
  const [given = name, ...rest] = name.trim().split(/\s+/)
  const surname = rest.join(' ')
  return {
    account_id: accountId,
    name: {
      given_name: given,
      surname,
      familiar_name: given,
      display_name: name,
      abbreviated_name: `${given.charAt(0)}${surname.charAt(0)}`,
    },
    email,
    email_verified: emailVerified,
    disabled: false,
    country: 'BE',
    locale: 'en',
    referral_link: 'https://www.dropbox.com/referrals/sandbox',
    is_paired: false,
    account_type: { '.tag': 'basic' },
    root_info: { '.tag': 'user', root_namespace_id: namespace, home_namespace_id: namespace },
  }
}
