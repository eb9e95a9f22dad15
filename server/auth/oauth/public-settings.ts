import { knownProviders } from './providers.ts'
import { signUpMode } from '../../shared/sign-up-mode.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'

export const publicSettings = authRoute({
  method: 'GET',
  path: '/settings',
  limit: null,
  async handle(ctx) {
    const { config, vendors } = ctx
    const signUp = await signUpMode(ctx)
    return jsonResponse({
      external: {
        ...Object.fromEntries(knownProviders.map((name) => [name, name in vendors.signIn])),
        email: true,
        phone: false,
        anonymous_users: false,
      },
      // Without SMTP no confirmation can be sent, so a sign-up could never complete.
      disable_signup: signUp !== 'first' && (signUp !== 'open' || (config.auth.confirmEmail && vendors.smtp === null)),
      sign_up: signUp,
      mailer_autoconfirm: !config.auth.confirmEmail,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    })
  },
})
