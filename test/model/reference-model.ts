/** What the tester knows of one message of the mailbox, independently of the product. */
export interface ModelMessage {
  id: string
  /** The folder where the user has put it, and where it has to stay; null where the user has not moved it. */
  userFolder: string | null
  /** The user has deleted it permanently. */
  isDeleted: boolean
  /** The folder that it was in at the last observation. */
  lastFolder: string
  /** `must-end`: it has to reach a terminal state. `must-stay`: it arrived while real-time processing was off. */
  duty: 'must-end' | 'may-end' | 'must-stay'
  arrivedAt: Date
}

/** The expected state of one mailbox. */
export interface SortingModel {
  messages: Map<string, ModelMessage>
  /** Emails of each month that count although they have no row: the test sets them to come near the limit. */
  countedBefore: Map<string, number>
  realTime: boolean
  isGranted: boolean
  hasFaults: boolean
  hasSecondNode: boolean
}

export const createModel = (countedBefore: Map<string, number>): SortingModel => ({
  messages: new Map(),
  countedBefore,
  realTime: true,
  isGranted: true,
  hasFaults: false,
  hasSecondNode: false,
})

export function addMessage(model: SortingModel, id: string, folder: string, arrivedAt: Date): ModelMessage {
  const duty = folder !== 'Inbox' ? 'may-end' : model.realTime ? 'must-end' : 'must-stay'
  const message: ModelMessage = { id, userFolder: null, isDeleted: false, lastFolder: folder, duty, arrivedAt }
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

export function deleteByHand(message: ModelMessage, permanently: boolean): void {
  message.isDeleted = permanently
  message.userFolder = 'Deleted Items'
  message.lastFolder = 'Deleted Items'
  message.duty = 'may-end'
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
