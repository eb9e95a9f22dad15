import { answerJson, authRoute } from './protocol/auth-route.ts'

/** Providers of the protocol that its clients look for; none but e-mail is served. */
const providers =
  `anonymous_users apple azure bitbucket discord facebook figma fly github gitlab google keycloak kakao linkedin linkedin_oidc
  notion slack slack_oidc snapchat spotify twitch twitter workos x zoom phone`.split(/\s+/)

export const settings = authRoute({
  method: 'GET',
  path: '/settings',
  limit: null,
  handle: ({ config, vendors }) =>
    answerJson({
      external: { ...Object.fromEntries(providers.map((name) => [name, false])), email: true },
      // A confirmation that cannot be sent lets nobody in.
      disable_signup: config.auth.confirmEmail && vendors.smtp === null,
      mailer_autoconfirm: !config.auth.confirmEmail,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    }),
})
