import type { Clock } from '../../server/clock.ts'
import type { Config } from '../../server/config.ts'
import { checkDatabase } from '../../server/doctor/check-database.ts'
import { portalSteps, stepsAt, type PortalSteps } from '../../contract/portal-steps.ts'
import { checkBackups } from '../../server/doctor/check-backups.ts'
import { checkEntra } from '../../server/doctor/check-entra.ts'
import { checkModel } from '../../server/doctor/check-model.ts'
import { checkServices } from '../../server/doctor/check-services.ts'
import { checkSmtp } from '../../server/doctor/check-smtp.ts'
import type { Finding } from '../../server/doctor/finding.ts'
import type { Settings } from './env-file.ts'
import { searchLanguageModel, suggestLanguageModel, type Suggestion } from './suggest-language-model.ts'
import type { Terminal } from './terminal.ts'

interface Field {
  name: string
  question: string
  secret?: true
  fallback?: string
}

/** One part of the set-up: what to do at the provider, what to enter here, and how to check it. */
export interface Section {
  title: string
  /** Asked first; without it the section is always part of the set-up. */
  question?: string
  /** Looked for where the section is not filled in yet; null where nothing is found. */
  suggest?: (environment: Record<string, string | undefined>) => Promise<Suggestion | null>
  /** Where nothing was suggested, and the operator wants the section. */
  search?: (terminal: Terminal) => Promise<Suggestion | null>
  steps: (settings: Settings) => string[]
  fields: Field[]
  check?: (config: Config, clock: Clock) => Promise<Finding[]>
  /** Which findings of the check belong to this section; all by default. */
  checks?: string[]
}

const stepsOf =
  (portal: PortalSteps) =>
  ({ PUBLIC_URL }: Settings): string[] =>
    stepsAt(portal, PUBLIC_URL || 'http://localhost:3000')

export const sections: Section[] = [
  {
    title: 'Outlook',
    question: 'Connect real Outlook mailboxes?',
    steps: stepsOf(portalSteps.outlook),
    fields: [
      { name: 'MICROSOFT_CLIENT_ID', question: 'Application (client) ID' },
      { name: 'MICROSOFT_CLIENT_SECRET', question: 'Client secret; empty for mobile & desktop', secret: true },
      {
        name: 'MICROSOFT_SECRET_EXPIRES',
        question: 'Day on which the secret expires, like 2027-05-01; empty without one',
      },
      { name: 'MICROSOFT_TENANT', question: 'Tenant', fallback: 'common' },
    ],
    check: checkEntra,
  },
  {
    title: 'Database',
    question: 'Use a PostgreSQL server of your own, instead of the embedded one?',
    steps: () => ['Create a database, and a user that owns it and may create roles (alter role NAME createrole).'],
    fields: [
      { name: 'DATABASE_URL', question: 'Address, postgresql://user:password@host:5432/database', secret: true },
    ],
    check: checkDatabase,
  },
  {
    title: 'Language model',
    question: 'Ask a language model about email that the classifier is unsure of?',
    suggest: suggestLanguageModel,
    search: searchLanguageModel,
    steps: () => [
      'A server with OpenAI’s chat protocol and structured outputs; docs/own-model.md has recipes for your own.',
    ],
    fields: [
      { name: 'AI_BASE_URL', question: 'Base address', fallback: 'https://api.openai.com/v1' },
      {
        name: 'AI_PRIVATE_NETWORK',
        question: 'Is it in your own network, without https? true or false',
        fallback: 'false',
      },
      { name: 'AI_MODEL', question: 'Name of the model' },
      { name: 'AI_API_KEY', question: 'Key; empty if none is needed', secret: true },
    ],
    check: (config) => checkModel(config, process.env),
  },
  {
    title: 'Outgoing email',
    question: 'Send email (password reset, invitations)?',
    steps: () => ['Your provider names host, port, user and password under “SMTP”.'],
    fields: [
      { name: 'SMTP_URL', question: 'Address, smtps://user:password@host:465', secret: true },
      { name: 'MAIL_FROM', question: 'Sender, like Mailroom <no-reply@example.com>' },
    ],
    check: checkSmtp,
  },
  {
    title: 'Backup',
    question: 'Write a backup each night?',
    steps: () => ['Keep the passphrase elsewhere: without it no backup can be restored, by nobody.'],
    fields: [
      { name: 'BACKUP_DIR', question: 'Folder' },
      { name: 'BACKUP_PASSPHRASE', question: 'Passphrase, at least 12 characters', secret: true },
      { name: 'BACKUP_DAYS', question: 'Days to keep', fallback: '14' },
    ],
    check: checkBackups,
  },
  {
    title: 'Accounts',
    question: 'Choose who may create an account? (Without that, only whom you invite.)',
    steps: () => [],
    fields: [{ name: 'SIGN_UP', question: 'open, invited or closed', fallback: 'invited' }],
  },
  {
    title: 'Dropbox',
    question: 'Let users store attachments in Dropbox?',
    steps: stepsOf(portalSteps.dropbox),
    fields: [
      { name: 'DROPBOX_CLIENT_ID', question: 'App key' },
      { name: 'DROPBOX_CLIENT_SECRET', question: 'App secret', secret: true },
    ],
    check: checkServices,
    checks: ['Dropbox'],
  },
  {
    title: 'Google',
    question: 'Offer sign-in with Google, and Google Drive?',
    steps: stepsOf(portalSteps.google),
    fields: [
      { name: 'GOOGLE_CLIENT_ID', question: 'Client ID' },
      { name: 'GOOGLE_CLIENT_SECRET', question: 'Client secret', secret: true },
    ],
    check: checkServices,
    checks: ['Google Drive'],
  },
  {
    title: 'Payments',
    question: 'Take payments with Stripe?',
    steps: stepsOf(portalSteps.stripe),
    fields: [
      { name: 'STRIPE_SECRET_KEY', question: 'Key, rk_… or sk_…', secret: true },
      { name: 'STRIPE_WEBHOOK_SECRET', question: 'Secret of the endpoint, whsec_…', secret: true },
    ],
    check: checkServices,
    checks: ['Stripe'],
  },
]
