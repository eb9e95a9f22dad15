import { portalSteps } from '../../../contract/portal-steps.ts'
import { t } from '../../texts/translate.ts'
import { ClientPart } from './client-part.tsx'

export const GooglePart = () => (
  <ClientPart
    part="google"
    name="Google"
    portal={portalSteps.google}
    description={t('Users can then sign in with their account at Google, and have attachments stored in its Drive.')}
    fields={[
      { name: 'GOOGLE_CLIENT_ID', label: t('Client ID'), isSecret: false },
      { name: 'GOOGLE_CLIENT_SECRET', label: t('Client secret'), isSecret: true },
    ]}
  />
)

export const DropboxPart = () => (
  <ClientPart
    part="dropbox"
    name="Dropbox"
    portal={portalSteps.dropbox}
    description={t('Users can then have attachments stored in their Dropbox.')}
    fields={[
      { name: 'DROPBOX_CLIENT_ID', label: t('App key'), isSecret: false },
      { name: 'DROPBOX_CLIENT_SECRET', label: t('App secret'), isSecret: true },
    ]}
  />
)

export const PlansPart = () => (
  <ClientPart
    part="plans"
    name="Stripe"
    portal={portalSteps.stripe}
    description={t(
      'Only where users are to pay you. With a key of Stripe’s there are plans, each with a number of emails a month.',
    )}
    fields={[
      { name: 'STRIPE_SECRET_KEY', label: t('Key'), isSecret: true },
      { name: 'STRIPE_WEBHOOK_SECRET', label: t('Secret of the webhook endpoint'), isSecret: true },
    ]}
  />
)
