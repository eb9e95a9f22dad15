import type { FolderToSort } from '../types.ts'
import { cleanAddress, listIdOf } from '../message-addresses.ts'
import type { Corpus, Labelled } from './corpus.ts'
import { INBOX } from '../model.ts'
import type { JudgedFiling } from './filing.ts'
import { fileMessage, isFiled, partsOf, percentOf } from './filing.ts'
import { modelOf } from './runs.ts'

/** Messages of one mailbox; the first half is found in the inbox, the other half arrives. */
const MAILBOX = 400
const MAX_MAILBOXES = 40
/** Share of a group in one folder below which the user opens the group. */
const MIXED_SHARE = 0.8
const PRESSES_IN_MIXED = 3

/** Percentages of the arriving messages; `top1` of those that belong in a folder. */
export interface ArrivalReport {
  right: number
  wrong: number
  top1: number
}

export interface ConfirmReport extends ArrivalReport {
  file: string
  mailboxes: number
  /** Mean per mailbox. */
  presses: number
  /** The same messages where nothing was confirmed. */
  none: ArrivalReport
}

/**
 * A new user's first presses: the first half of a mailbox is in the inbox, and the user confirms the largest groups of
 * one sender or list, each with one press. Of a mixed group the newest messages are filed one by one. Then the other
 * half arrives.
 */
export function confirmReport({ file, messages, folders }: Corpus, groups: number): ConfirmReport {
  const mailboxes = foundMailboxes(messages)
  const confirmed = mailboxes.map(({ found }) => confirmGroups(found, groups))
  const presses = confirmed.reduce((sum, one) => sum + one.presses, 0)
  return {
    file,
    mailboxes: mailboxes.length,
    presses: Math.round((10 * presses) / Math.max(1, mailboxes.length)) / 10,
    ...arrivalReport(mailboxes.flatMap((mailbox, i) => fileArriving(mailbox, confirmed[i]?.examples ?? [], folders))),
    none: arrivalReport(mailboxes.flatMap((mailbox) => fileArriving(mailbox, [], folders))),
  }
}

interface FoundMailbox {
  found: Labelled[]
  arriving: Labelled[]
}

/** Successive parts of a corpus. */
export function foundMailboxes(messages: readonly Labelled[]): FoundMailbox[] {
  return partsOf(messages, MAILBOX, MAX_MAILBOXES).map((part) => {
    const half = Math.floor(part.length / 2)
    return { found: part.slice(0, half), arriving: part.slice(half) }
  })
}

/** @param examples messages of `found`, with the folder that the user chose; the others are read without a label */
export function fileArriving(
  { found, arriving }: FoundMailbox,
  examples: readonly Labelled[],
  folders: readonly FolderToSort[],
): JudgedFiling[] {
  const labelled = new Set(examples.map(({ mail }) => mail))
  const unfiled = found.filter(({ mail }) => !labelled.has(mail))
  const model = modelOf(unfiled, examples, folders)
  return arriving.map(({ mail, folder }) => ({ ...fileMessage(model, mail, folders), truth: folder }))
}

export function arrivalReport(filings: readonly JudgedFiling[]): ArrivalReport {
  const isRight = ({ folder, truth }: JudgedFiling) => folder === truth
  const filed = filings.filter(isFiled)
  const right = filed.filter(isRight).length
  const belonging = filings.filter(({ truth }) => truth !== INBOX)
  return {
    right: percentOf(right, filings.length),
    wrong: percentOf(filed.length - right, filings.length),
    top1: percentOf(belonging.filter(isRight).length, belonging.length),
  }
}

function confirmGroups(found: readonly Labelled[], most: number): { presses: number; examples: Labelled[] } {
  const groups = Map.groupBy(found, ({ mail }) => listIdOf(mail.headers) || cleanAddress(mail.from))
  const largest = [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1)).slice(0, most)
  const confirmed = largest.map(([, group]) => confirmGroup(group))
  const folderOf = new Map(confirmed.flatMap(({ examples }) => examples.map(({ mail, folder }) => [mail, folder])))
  return {
    presses: confirmed.reduce((sum, one) => sum + one.presses, 0),
    // In order of arrival.
    examples: found
      .filter(({ mail }) => folderOf.has(mail))
      .map((message) => ({ ...message, folder: folderOf.get(message.mail) ?? '' })),
  }
}

function confirmGroup(group: readonly Labelled[]): { presses: number; examples: Labelled[] } {
  const [[folder, own] = ['', []]] = [...Map.groupBy(group, (one) => one.folder)].sort(
    ([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1),
  )
  if (own.length >= MIXED_SHARE * group.length)
    return { presses: 1, examples: group.map((one) => ({ ...one, folder })) }
  const newest = group.slice(-PRESSES_IN_MIXED)
  return { presses: newest.length, examples: newest }
}
