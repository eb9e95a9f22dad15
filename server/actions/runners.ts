import type { z } from 'zod'
import { actionConfigs, type UsableActionType } from '../../contract/actions.ts'
import { agentAction } from './agent/agent-action.ts'
import { draftReply } from './draft-reply/draft-reply.ts'
import { forwardMail } from './forward-mail/forward-mail.ts'
import type { ActionRunners, RunAbout } from './runner.ts'
import { storeAttachments } from './store/store-attachments.ts'

/** What each type of action does. */
export const runners: ActionRunners = {
  draft_reply: draftReply,
  forward_mail: forwardMail,
  ai_agent_action: agentAction,
  store_attachment_dropbox: storeAttachments,
  store_attachment_google_drive: storeAttachments,
  store_attachment_onedrive: storeAttachments,
}

export type ConfigSchema<T extends UsableActionType> = z.ZodType<RunAbout<T>['config']>

/** What each type is set up with, in a form that a type variable can index. */
export const schemas: { [T in UsableActionType]: ConfigSchema<T> } = actionConfigs
