import { postOnly, type Route } from '../http/routing/route.ts'
import { mailAuthentication } from './mail-authentication.ts'
import { mailGraph, microsoftGraph } from './mail-graph.ts'
import { mailboxSettings } from './mailbox-settings.ts'
import { mailWebhookManagement } from './mail-webhook-management.ts'
import { emailWebhook, mailWebhook } from './outlook/change-notifications/mail-webhook.ts'
import { mailboxCallbackRoute } from './mailbox-callback.ts'
import { followUpsRoute } from './people/follow-ups-route.ts'

export const mailRoutes: Route[] = [
  mailAuthentication,
  mailGraph,
  microsoftGraph,
  mailWebhookManagement,
  mailboxSettings,
  followUpsRoute,
  mailboxCallbackRoute,
  mailWebhook,
  postOnly(mailWebhook),
  emailWebhook,
]
