import { z } from 'zod'

/** Specification §3; `store_google_drive` is listed and marked Coming Soon. */
export const ActionType = z.enum([
  'draft_reply',
  'forward_mail',
  'store_attachment_dropbox',
  'store_attachment_google_drive',
  'store_attachment_onedrive',
  'store_google_drive',
  'ai_agent_action',
])
export type ActionType = z.infer<typeof ActionType>

/** Words of specification §9 as they are kept; the page has the labels from the same lists. */
export const tones = ['formal', 'professional and friendly', 'casual', 'enthusiastic'] as const
export const responseLengths = ['very brief', 'concise', 'detailed'] as const
export const responseLengthLabels = {
  'very brief': 'Very brief (1-2 sentences)',
  concise: 'Concise (3-5 sentences)',
  detailed: 'Detailed (paragraph)',
} as const satisfies Record<(typeof responseLengths)[number], string>
/** Where files for a reply are looked for; `all`: every connected store. */
export const dataSources = ['all', 'dropbox', 'google_drive', 'onedrive'] as const

/** Sliders of specification §5. The agent's context has no slider there; these are the bounds of what is taken. */
export const maxFilesRange = { min: 1, max: 5, step: 1 } as const
export const maxConnectionsRange = { min: 1, max: 5, step: 1 } as const
export const draftContextRange = { min: 500, max: 3000, step: 250 } as const
export const agentContextRange = { min: 500, max: 10_000, step: 1 } as const
export const actionTextMaxLength = 4000
/** Of a base folder: stores take about 240 characters of a path, and file names and the folders of a plan need room below it. */
export const folderPathMaxLength = 160
export const folderLevelsMost = 8

const count = ({ min, max, step }: { min: number; max: number; step: number }) =>
  z.int().min(min, `Choose ${min} to ${max}.`).max(max, `Choose ${min} to ${max}.`).multipleOf(step)

/** NUL and halves of characters cannot be stored; everything else may be said. */
const prose = z
  .string()
  .max(actionTextMaxLength, `Use at most ${actionTextMaxLength} characters.`)
  .regex(/^[^\0\p{Cs}]*$/u, 'This text holds characters that cannot be stored.')

/** Empty: the root. No way up, no names that a store would refuse or read as something else (decision T12). */
const folderPath = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}\\:*?"<>|]*$/u, 'Write the folders with / between them, without \\ : * ? " < > |.')
  .refine(
    (path) => path.split('/').every((name) => !/^\s*\.{1,2}\s*$/.test(name)),
    'A path cannot hold . or .. as a folder.',
  )
  .refine(
    (path) => path.split('/').filter((name) => name.trim() !== '').length <= folderLevelsMost,
    `Use at most ${folderLevelsMost} folders, one in the other.`,
  )
  // Some characters become two when a store normalises them.
  .refine(
    (path) => Math.max(path.length, path.normalize('NFC').length) <= folderPathMaxLength,
    `Use at most ${folderPathMaxLength} characters.`,
  )

/** One plain address: no name, no list, nothing that a header could be made of (decision T3). */
export const ForwardAddress = z
  .email('Please enter a valid email address')
  .max(254, 'Please enter a valid email address')

export const DraftReplyConfig = z.strictObject({
  tone: z.enum(tones).default('professional and friendly'),
  responseLength: z.enum(responseLengths).default('concise'),
  includeGreeting: z.boolean().default(true),
  includeSignature: z.boolean().default(true),
  instructions: prose.default(''),
  includeFileContext: z.boolean().default(true),
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

/** The words that a plan of which attachments and where is made of. */
export const planWords = ({ prompt, instructions }: { prompt: string; instructions: string }): string =>
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

/** What each action is set up with: checked when it is saved and again when it runs. What is left out is the default (specification §9). */
export const actionConfigs = {
  draft_reply: DraftReplyConfig,
  forward_mail: ForwardMailConfig,
  store_attachment_dropbox: storeConfig('dropbox'),
  store_attachment_google_drive: storeConfig('google_drive'),
  store_attachment_onedrive: storeConfig('onedrive'),
  ai_agent_action: AiAgentConfig,
} as const

/** The types that can be added and set up. */
export type UsableActionType = keyof typeof actionConfigs
export const isUsableAction = (type: string): type is UsableActionType => Object.hasOwn(actionConfigs, type)

export const StoreAttachmentConfig = z.union([
  actionConfigs.store_attachment_dropbox,
  actionConfigs.store_attachment_google_drive,
  actionConfigs.store_attachment_onedrive,
])
export type StoreAttachmentConfig = z.infer<typeof StoreAttachmentConfig>

/** What a newly added action is stored with. A forward has no address yet, and does not run until its owner writes one. */
export const defaultActionConfigs = {
  draft_reply: DraftReplyConfig.parse({}),
  forward_mail: { destination_email: '' },
  store_attachment_dropbox: actionConfigs.store_attachment_dropbox.parse({}),
  store_attachment_google_drive: actionConfigs.store_attachment_google_drive.parse({}),
  store_attachment_onedrive: actionConfigs.store_attachment_onedrive.parse({}),
  ai_agent_action: AiAgentConfig.parse({}),
} as const satisfies Record<UsableActionType, object>
