import type { User } from '../../scripts/lib/product-client.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'

/** Faults that each mail server has, in the terms of its protocol. */
export const faultNames = [
  'lostMoveResponse',
  'resetAfterMove',
  'reset',
  'unavailable',
  'throttled',
  'throttledFor',
  'outage',
  'lostSubscription',
  'lostDraft',
  'resetAfterDraft',
  'failedDraft',
  'lostText',
  'lostSend',
  'resetBeforeSend',
  'tokenOutage',
  'secretExpired',
  'lostPage',
] as const
export type FaultName = (typeof faultNames)[number]

/** What happens to the announcement of a new message. */
export type NewsFault = 'twice' | 'late' | 'never'

/** A message that an action has created in the mailbox. */
export interface Effect {
  runId: string
  id: string
  isDraft: boolean
  /** We have written its text. */
  isWritten: boolean
  to: string[]
  /** Changes with each of our changes, and not by those of the user. */
  version: string
}

/** What the mail server shows of the mailbox. */
export interface ShownMailbox {
  effects: Effect[]
  /** What an action has replaced by its effect, and has not deleted yet. */
  leftovers: string[]
  /** Messages by id, without those that actions have created. */
  messages: Map<string, { folder: string; folderId: string; tags: string[] }>
  /** How often the server confirmed to us that it moved a message, by its id. */
  confirmedMoves: Map<string, number>
  /** Messages that a call of ours may have moved although its response was lost. */
  uncertainMoves: Set<string>
  /** The mailbox's subscriptions at Microsoft; null where its server has none. */
  subscriptions: { id: string; expirationDateTime: string }[] | null
  /** Number of calls to the mailbox so far. */
  calls: number
  /** Calls of ours that create or delete messages or folders in a way that no action does. */
  forbiddenCalls: string[]
}

/** The mail server of the model's mailbox, of one kind: what commands do there, and what it shows. */
export interface ModelMailServer {
  mailbox: Pick<ConnectedMailbox, 'mailboxId' | 'product' | 'user' | 'signInAgain'>
  deliver: (mail: { from: string; subject: string; text: string }) => Promise<string>
  move: (id: string, folder: string) => Promise<unknown>
  remove: (id: string, permanently: boolean) => Promise<unknown>
  markRead: (id: string, isRead: boolean) => Promise<unknown>
  /** Replaces all categories or keywords. */
  setTags: (id: string, tags: readonly string[]) => Promise<unknown>
  /** Replaces all faults. @param skip calls before the first one that fails */
  setFault: (name: FaultName, skip: number) => Promise<unknown>
  /** Lets the product read what the server has announced. */
  readNews: () => Promise<void>
  /** Of the next message. */
  disturbNews: (fault: NewsFault) => Promise<unknown>
  /** What announces new messages ends. */
  endWatch: (
    how: 'subscriptionVanished' | 'subscriptionRemoved' | 'reauthorizationRequired' | 'missed',
  ) => Promise<unknown>
  endSignIn: (how: 'consent' | 'sessions' | 'mfa') => Promise<unknown>
  restoreSignIn: () => Promise<unknown>
  /** Signs in to the mailbox with the permission to send. */
  connect: (user: User) => Promise<void>
  /** @returns once a worker may die at any step */
  beforeCrash: () => Promise<void>
  /** It shows whether a message was sent, also where its response was lost. */
  confirmsSends: boolean
  /** `idOf`: the id of a message in the model by that in the product. */
  observe: () => Promise<ShownMailbox & { idOf: (productId: string) => string }>
}
