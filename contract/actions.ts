import { z } from 'zod'
import type { ActionType } from './action-types.ts'
import { composeText } from './compose-text.ts'
import { ForwardAddress } from './functions/forward-addresses.ts'
import {
  maxFilesRange,
  maxConnectionsRange,
  draftContextRange,
  agentContextRange,
  actionTextMaxLength,
  folderPathMaxLength,
  maxFolderLevels,
} from './limits.ts'
import { FileProvider } from './providers.ts'

/** Names and descriptions, with which the rows of `email_actions` are created. */
export const actionTexts = {
  draft_reply: { name: 'Draft reply', description: 'Writes a draft answer in your mailbox; nothing is sent' },
  forward_mail: { name: 'Forward mail', description: 'Forwards the email to an address of yours' },
  store_attachment_dropbox: {
    name: 'Store attachments in Dropbox',
    description: 'Saves the attachments in your Dropbox',
  },
  store_attachment_google_drive: {
    name: 'Store attachments in Google Drive',
    description: 'Saves the attachments in your Google Drive',
  },
  store_attachment_onedrive: {
    name: 'Store attachments in OneDrive',
    description: 'Saves the attachments in your OneDrive',
  },
  store_google_drive: { name: 'Google Drive (Coming Soon)', description: 'Files whole emails in Google Drive' },
  ai_agent_action: { name: 'AI agent', description: 'Does what you describe, step by step' },
} as const satisfies Record<ActionType, { name: string; description: string }>

export type StoreActionType = `store_attachment_${FileProvider}`

/** The store in which an action files attachments; null where it files none. */
export const fileProviderOf = (type: string): FileProvider | null =>
  FileProvider.safeParse(type.replace('store_attachment_', '')).data ?? null

/** Values as stored; the page derives its labels from these lists. */
export const tones = ['formal', 'professional and friendly', 'casual', 'enthusiastic'] as const
export const responseLengths = ['very brief', 'concise', 'detailed'] as const
export const responseLengthLabels = {
  'very brief': 'Very brief (1-2 sentences)',
  concise: 'Concise (3-5 sentences)',
  detailed: 'Detailed (paragraph)',
} as const satisfies Record<(typeof responseLengths)[number], string>
/** Stores that are searched for files; `all`: every connected store. */
export const dataSources = ['all', 'dropbox', 'google_drive', 'onedrive'] as const

const rangeText = (min: number, max: number): string =>
  composeText('Choose {number} to {number2}.', { number: min, number2: max })
const lengthText = (number: number): string => composeText('Use at most {number} characters.', { number })

const count = ({ min, max, step }: { min: number; max: number; step: number }) =>
  z.int().min(min, rangeText(min, max)).max(max, rangeText(min, max)).multipleOf(step)

/** PostgreSQL text cannot contain NUL or lone surrogates. */
const prose = z
  .string()
  .max(actionTextMaxLength, lengthText(actionTextMaxLength))
  .regex(/^[^\0\p{Cs}]*$/u, 'This text contains characters that cannot be stored.')

/** Empty: the root. No `.` or `..`, and no characters that a file store refuses or treats specially. */
const folderPath = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}\\:*?"<>|]*$/u, 'Separate folders by /, and do not use \\ : * ? " | or angle brackets.')
  .refine(
    (path) => path.split('/').every((name) => !/^\s*\.{1,2}\s*$/.test(name)),
    'A path cannot contain . or .. as a folder.',
  )
  .refine(
    (path) => path.split('/').filter((name) => name.trim() !== '').length <= maxFolderLevels,
    composeText('Use at most {number} levels of folders.', { number: maxFolderLevels }),
  )
  // Unicode normalization in a store can lengthen some characters.
  .refine(
    (path) => Math.max(path.length, path.normalize('NFC').length) <= folderPathMaxLength,
    lengthText(folderPathMaxLength),
  )

export const DraftReplyConfig = z.strictObject({
  tone: z.enum(tones).default('professional and friendly'),
  responseLength: z.enum(responseLengths).default('concise'),
  includeGreeting: z.boolean().default(true),
  includeSignature: z.boolean().default(true),
  instructions: prose.default(''),
  includeFileContext: z.boolean().default(true),
  /** Use files also where the mail asks for the reply at another address than its sender's. */
  includeFilesForReplyTo: z.boolean().default(false),
  dataSource: z.enum(dataSources).default('all'),
  fileContextInstructions: prose.default(''),
  maxFiles: count(maxFilesRange).default(3),
  maxContextLength: count(draftContextRange).default(1500),
})
export type DraftReplyConfig = z.infer<typeof DraftReplyConfig>

export const ForwardMailConfig = z.strictObject({ destination_email: ForwardAddress })
export type ForwardMailConfig = z.infer<typeof ForwardMailConfig>

const storeConfig = <const P extends string>(provider: P) =>
  z.strictObject({
    provider: z.literal(provider).default(provider),
    prompt: prose.default(''),
    instructions: prose.default(''),
    baseFolderPath: folderPath.default(''),
    preserveOriginalNames: z.boolean().default(true),
  })

/** The prompt from which the plan of a store action is made. */
export const planPrompt = ({ prompt, instructions }: { prompt: string; instructions: string }): string =>
  [prompt, instructions]
    .map((words) => words.trim())
    .filter(Boolean)
    .join('\n')

export const AiAgentConfig = z.strictObject({
  prompt: prose.default(''),
  maxConnections: count(maxConnectionsRange).default(3),
  includeFileContext: z.boolean().default(true),
  maxContextLength: count(agentContextRange).default(5000),
})
export type AiAgentConfig = z.infer<typeof AiAgentConfig>

/** Configuration schemas, validated when saving and before each run. Missing properties get defaults. */
export const actionConfigs = {
  draft_reply: DraftReplyConfig,
  forward_mail: ForwardMailConfig,
  store_attachment_dropbox: storeConfig('dropbox'),
  store_attachment_google_drive: storeConfig('google_drive'),
  store_attachment_onedrive: storeConfig('onedrive'),
  ai_agent_action: AiAgentConfig,
} as const

/** Types that can be added and configured. */
export type UsableActionType = keyof typeof actionConfigs
export const isUsableAction = (type: string): type is UsableActionType => Object.hasOwn(actionConfigs, type)

/** Whether an action has the settings without which it does nothing. The service that it uses is another matter. */
export const isConfigured = (type: UsableActionType, config: unknown): boolean =>
  type === 'forward_mail'
    ? ForwardMailConfig.safeParse(config).success
    : type !== 'ai_agent_action' || Boolean(AiAgentConfig.safeParse(config).data?.prompt.trim())

export const StoreAttachmentConfig = z.union([
  actionConfigs.store_attachment_dropbox,
  actionConfigs.store_attachment_google_drive,
  actionConfigs.store_attachment_onedrive,
])
export type StoreAttachmentConfig = z.infer<typeof StoreAttachmentConfig>

/** Configuration of a new action. A forward has no address yet and does not run before the user enters one. */
export const defaultActionConfigs = {
  draft_reply: DraftReplyConfig.parse({}),
  forward_mail: { destination_email: '' },
  store_attachment_dropbox: actionConfigs.store_attachment_dropbox.parse({}),
  store_attachment_google_drive: actionConfigs.store_attachment_google_drive.parse({}),
  store_attachment_onedrive: actionConfigs.store_attachment_onedrive.parse({}),
  ai_agent_action: AiAgentConfig.parse({}),
} as const satisfies Record<UsableActionType, object>
