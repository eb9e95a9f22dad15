import { knownProviders } from './providers.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'

export const publicSettings = authRoute({
  method: 'GET',
  path: '/settings',
  limit: null,
  handle: ({ config, vendors }) =>
    jsonResponse({
      external: {
        ...Object.fromEntries(knownProviders.map((name) => [name, name in vendors.signIn])),
        email: true,
        phone: false,
        anonymous_users: false,
      },
      // Without SMTP no confirmation can be sent, so a sign-up could never complete.
      disable_signup: config.auth.signUp !== 'open' || (config.auth.confirmEmail && vendors.smtp === null),
      sign_up: config.auth.signUp,
      mailer_autoconfirm: !config.auth.confirmEmail,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    }),
})
