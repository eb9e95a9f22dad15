import type { z } from 'zod'
import { actionConfigs, type UsableActionType } from '../../../contract/actions.ts'
import { agentAction } from '../agent/agent-action.ts'
import { draftReply } from '../draft-reply/draft-reply.ts'
import { forwardMail } from '../forward-mail/forward-mail.ts'
import type { ActionRunners, ActionTarget } from '../runner/action-runner.ts'
import { storeAttachments } from '../store-attachments/store-attachments.ts'

/** The runner of each action type. */
export const actionRunners: ActionRunners = {
  draft_reply: draftReply,
  forward_mail: forwardMail,
  ai_agent_action: agentAction,
  store_attachment_dropbox: storeAttachments,
  store_attachment_google_drive: storeAttachments,
  store_attachment_onedrive: storeAttachments,
}

export type ConfigSchema<T extends UsableActionType> = z.ZodType<ActionTarget<T>['config']>

/** Configuration schemas, typed so that a type variable can index them. */
export const configSchemas: { [T in UsableActionType]: ConfigSchema<T> } = actionConfigs
