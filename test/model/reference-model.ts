import type { FileWhen } from '../../contract/tables.ts'

/** Actions of the folder "Invoices", in their order. */
export const actionTypes = ['draft_reply', 'forward_mail'] as const
export type ModelAction = (typeof actionTypes)[number]
export const actingFolder = 'Invoices'
/** A category of the user, named like no folder. */
export const ownTag = 'Holiday'

/** What the tester knows of one message of the mailbox, independently of the product. */
export interface ModelMessage {
  id: string
  /** The folder where the user has put it, and where it has to stay; null where the user has not moved it. */
  userFolder: string | null
  /** The user has deleted it permanently. */
  isDeleted: boolean
  /** The user has deleted it at some time; it may be back from Deleted Items. */
  wasDeleted: boolean
  /** The folder that it was in at the last observation. */
  lastFolder: string
  /** `must-end`: it has to reach a terminal state. `must-stay`: it arrived while real-time processing was off. */
  duty: 'must-end' | 'may-end' | 'must-stay'
  arrivedAt: Date
  /** The user has filed nothing from its sender. */
  isFromNewSender: boolean
  isRead: boolean
  /** It has the user's own category. */
  hasOwnTag: boolean
  /** It arrived while email was filed after reading, and nothing has allowed since to file it unread. */
  waitsForReading: boolean
}

/** What decides whether an action may have an effect. */
export interface Rights {
  folderActive: boolean
  draft_reply: boolean
  forward_mail: boolean
  /** The user has paused the mailbox's actions. */
  paused: boolean
  /** What the operator has stopped; `everything` also stops all calls to the mailbox. */
  stopped: 'nothing' | 'actions' | 'everything'
  /** The only address to forward to. */
  destination: string
}

/** The expected state of one mailbox. */
export interface SortingModel {
  messages: Map<string, ModelMessage>
  /** Emails of each month that count although they have no row: the test sets them to come near the limit. */
  countedBefore: Map<string, number>
  realTime: boolean
  isGranted: boolean
  /** When the first fault that is not healed was set; null without faults. */
  faultsSince: Date | null
  /** The longest time with faults so far. */
  longestFaultsMs: number
  hasSecondNode: boolean
  /** The mail server does not show whether a message was sent whose response was lost. */
  mayLoseSends: boolean
  /** Workers that died. */
  crashes: number
  rights: Rights
  fileWhen: FileWhen
  /** How often an action or its folder was switched, or an action's configuration changed. */
  actionChanges: number
  /** Runs whose draft the user has deleted, by id. */
  discarded: Map<string, { isWritten: boolean }>
}

export const createModel = (
  countedBefore: Map<string, number>,
  { destination, mayLoseSends }: { destination: string; mayLoseSends: boolean },
): SortingModel => ({
  messages: new Map(),
  countedBefore,
  realTime: true,
  isGranted: true,
  faultsSince: null,
  longestFaultsMs: 0,
  hasSecondNode: false,
  mayLoseSends,
  crashes: 0,
  rights: {
    folderActive: true,
    draft_reply: true,
    forward_mail: true,
    paused: false,
    stopped: 'nothing',
    destination,
  },
  fileWhen: 'at_once',
  actionChanges: 0,
  discarded: new Map(),
})

/** The actions that a message gets when it is sorted into their folder. */
export const activeActions = ({ folderActive, ...rights }: Rights): ModelAction[] =>
  actionTypes.filter((type) => folderActive && rights[type])

export const mayAct = (rights: Rights, type: ModelAction): boolean =>
  activeActions(rights).includes(type) && !rights.paused && rights.stopped === 'nothing'

export function addMessage(
  model: SortingModel,
  id: string,
  { folder, arrivedAt, isFromNewSender = false }: { folder: string; arrivedAt: Date; isFromNewSender?: boolean },
): ModelMessage {
  const duty = folder !== 'Inbox' ? 'may-end' : model.realTime ? 'must-end' : 'must-stay'
  const message: ModelMessage = {
    id,
    userFolder: null,
    isDeleted: false,
    wasDeleted: false,
    lastFolder: folder,
    duty,
    arrivedAt,
    isFromNewSender,
    isRead: false,
    hasOwnTag: false,
    waitsForReading: model.fileWhen === 'after_read',
  }
  model.messages.set(id, message)
  return message
}

/** What the product knows about a message when the user moves it. */
interface KnownState {
  /** Status of its row in the processing log; null without a row. */
  status: string | null
}

/**
 * The user moves a message. A message that returns to the inbox counts as moved by the user only if the product had
 * finished it or moved it: otherwise nothing distinguishes it from a new one.
 */
export function moveByHand(message: ModelMessage, folder: string, { status }: KnownState): void {
  const isFinished = status !== null && status !== 'processing' && status !== 'limit_reached'
  const isMovedByProduct = message.userFolder === null && message.lastFolder !== 'Inbox'
  message.userFolder = folder === 'Inbox' && !isFinished && !isMovedByProduct ? null : folder
  message.lastFolder = folder
  message.duty = 'may-end'
}

/** The user takes our tag off: the message stays in the inbox. */
export function takeTagOff(message: ModelMessage): void {
  message.userFolder = 'Inbox'
  message.duty = 'may-end'
}

/**
 * What is deleted in Deleted Items is deleted permanently.
 * @param isRecorded the product knows that the message arrived: its history will show that it is gone
 */
export function deleteByHand(message: ModelMessage, permanently: boolean, isRecorded: boolean): void {
  message.isDeleted = permanently || message.lastFolder === 'Deleted Items'
  message.wasDeleted = true
  message.userFolder = 'Deleted Items'
  message.lastFolder = 'Deleted Items'
  if (!isRecorded) message.duty = 'may-end'
}

/** Messages that arrived so shortly before the switch may be read with those after it: clocks and dates are coarse. */
const switchToleranceMs = 15 * 60_000

export function switchOn(model: SortingModel, now: Date): void {
  model.realTime = true
  for (const message of model.messages.values()) {
    const isRecent = now.getTime() - message.arrivedAt.getTime() < switchToleranceMs
    if (message.duty === 'must-stay' && isRecent) message.duty = 'may-end'
  }
}

/** @param known ids of messages that the product has recorded; it finishes them even while it is off */
export function switchOff(model: SortingModel, known: ReadonlySet<string>): void {
  model.realTime = false
  for (const message of model.messages.values())
    if (message.duty === 'must-end' && !known.has(message.id)) message.duty = 'may-end'
}

export function setFileWhen(model: SortingModel, fileWhen: FileWhen): void {
  model.fileWhen = fileWhen
  if (fileWhen !== 'after_read') mayBeFiled(model)
}

export function mayBeFiled(model: SortingModel): void {
  for (const message of model.messages.values()) message.waitsForReading = false
}

export function healFaults(model: SortingModel, now: Date): void {
  if (model.faultsSince)
    model.longestFaultsMs = Math.max(model.longestFaultsMs, now.getTime() - model.faultsSince.getTime())
  model.faultsSince = null
}
