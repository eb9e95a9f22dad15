import { z } from 'zod'
import { maxSendersPerCall, senderSearchMaxLength } from '../limits.ts'

const mailboxId = z.uuid('Give the id of a mailbox.')
const addresses = z.string().min(1).max(320).array().min(1).max(maxSendersPerCall)

/** What a table of senders is ordered by. */
export const senderOrders = ['name', 'recent', 'year', 'read', 'last', 'place'] as const
export type SenderOrder = (typeof senderOrders)[number]

/** Who writes to a mailbox, how much, and where it goes. */
export const SendersInput = z.discriminatedUnion('action', [
  /** A page of the senders; the first one makes a scan begin where the last one is older than a day. */
  z.strictObject({
    action: z.literal('list'),
    mailboxId,
    order: z.enum(senderOrders),
    descending: z.boolean(),
    /** A part of the name or the address. */
    search: z.string().max(senderSearchMaxLength),
    page: z.int().min(1).max(100_000),
  }),
  /** Reads who has written in the last year, in the background. */
  z.strictObject({ action: z.literal('scan'), mailboxId }),
  /** Ends the scan; what the last one has counted stays. */
  z.strictObject({ action: z.literal('cancel'), mailboxId }),
  /** From now on the emails of these senders go to the folder; null: they stay in the inbox. */
  z.strictObject({ action: z.literal('always'), mailboxId, addresses, folderId: z.uuid().nullable() }),
  /** Takes back what one call of `always` has set; what applied before applies again. */
  z.strictObject({ action: z.literal('take-back'), mailboxId, choiceId: z.uuid('Give the id of a choice.') }),
  /** Moves the emails of these senders that are in the inbox to the folder, as presses of Tidy up. */
  z.strictObject({
    action: z.literal('file'),
    mailboxId,
    addresses,
    folderId: z.uuid('Give the id of a folder.'),
    /** Their next emails follow. */
    learn: z.boolean().default(false),
  }),
])
export type SendersInput = z.infer<typeof SendersInput>

export const Sender = z.object({
  address: z.string(),
  /** Empty where the emails have none. */
  name: z.string(),
  /** Emails of the last 30 days, of the last year, and how many of the latter were read. */
  recent: z.int(),
  year: z.int(),
  read: z.int(),
  lastAt: z.iso.datetime({ offset: true }),
  /** Where its emails go: by the user's choice, or where most of them are. Null: the inbox. */
  folderId: z.uuid().nullable(),
  /** The user has chosen the place, here or by a correction. */
  isChosen: z.boolean(),
  /** Its page for unsubscribing; null where it offers none by https. */
  unsubscribe: z.object({ host: z.string(), url: z.string() }).nullable(),
})
export type Sender = z.infer<typeof Sender>

export const SenderScan = z.object({
  state: z.enum(['running', 'done', 'canceled', 'failed']),
  /** Emails that were read so far, and how much of the mailbox that is about. */
  emails: z.int(),
  percent: z.int(),
  /** When the last complete scan ended; null where none has. */
  completedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type SenderScan = z.infer<typeof SenderScan>

export const SendersPage = z.object({
  senders: Sender.array(),
  /** Of all pages. */
  total: z.int(),
  /** The newest scan; null where there was none. */
  scan: SenderScan.nullable(),
})
export type SendersPage = z.infer<typeof SendersPage>

export const FiledSenders = z.object({
  /** Emails that are moved. */
  emails: z.int(),
  /** More emails of these senders are in the inbox than one call moves. */
  more: z.boolean(),
  /** Of Tidy up, which can be undone. */
  pressIds: z.uuid().array(),
})

export type FiledSenders = z.infer<typeof FiledSenders>

export const SenderChoice = z.object({ choiceId: z.uuid() })

export const SendersOutput = z.union([
  SendersPage,
  FiledSenders,
  SenderChoice,
  z.object({ scan: SenderScan.nullable() }),
])
