import { emailKindOf } from '../email-kinds.ts'
import { fileByContent, folderOfUnread } from '../file-message.ts'
import { type EmailGroup, type EmailToGroup, groupEmails, largestFirst } from '../group-emails.ts'
import { cleanAddress, listIdOf } from '../message-addresses.ts'
import type { Model } from '../model.ts'
import { INBOX } from '../model.ts'
import { securityFinding } from '../security-kind.ts'
import type { FolderToSort } from '../types.ts'
import type { Corpus, Labelled } from './corpus.ts'
import type { JudgedFiling } from './filing.ts'
import { fileMessage, FILING_THRESHOLD, isFiled, partsOf, percentOf } from './filing.ts'
import { modelOf } from './runs.ts'

/** Messages of one mailbox; the first half is found in the inbox, the other half arrives. */
const MAILBOX = 400
const MAX_MAILBOXES = 40
/** Share of a group in one folder below which the user sees that it is mixed, and opens it. */
const MIXED_SHARE = 0.9

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
 * Tidy up, each with one press. Then the other half arrives.
 */
export function confirmReport({ file, messages, folders }: Corpus, groups: number): ConfirmReport {
  const mailboxes = foundMailboxes(messages)
  const confirmed = mailboxes.map(({ found }) => confirmGroups(found, folders, groups))
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

/** A found message as Tidy up reads it. */
interface FoundEmail extends EmailToGroup {
  message: Labelled
}

/** The largest groups of Tidy up. A mixed one is opened: what differs is pressed by itself, then the rest. */
function confirmGroups(
  found: readonly Labelled[],
  folders: readonly FolderToSort[],
  most: number,
): { presses: number; examples: Labelled[] } {
  const model = modelOf(found, [], folders)
  const folderOf = new Map<Labelled, string>()
  let presses = 0
  const groups = groupEmails(found.flatMap((message, i) => toEmail(model, message, i, folders)))
  while (groups.length > 0 && presses < most) {
    const [group] = groups.sort(largestFirst).splice(0, 1)
    if (!group) break
    const { folder, share } = mostOf(group)
    if (share < MIXED_SHARE) groups.push(...opened(group, folder))
    else {
      presses++
      for (const { message } of group.emails) folderOf.set(message, folder)
    }
  }
  // In order of arrival.
  const examples = found.flatMap((message) => {
    const folder = folderOf.get(message)
    return folder === undefined ? [] : [{ ...message, folder }]
  })
  return { presses, examples }
}

/** The folder of most of a group's emails, and their share of it. */
function mostOf({ emails }: EmailGroup<FoundEmail>): { folder: string; share: number } {
  const folders = Map.groupBy(emails, ({ message }) => message.folder)
  const [folder = INBOX, own = []] = [...folders].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  return { folder, share: own.length / emails.length }
}

/** The parts of a mixed group: those that differ one by one, and the others with one press. */
function opened(group: EmailGroup<FoundEmail>, folder: string): EmailGroup<FoundEmail>[] {
  const isAlike = (part: EmailGroup<FoundEmail>): boolean => {
    const most = mostOf(part)
    return most.folder === folder && most.share >= MIXED_SHARE
  }
  const alike = group.parts.filter(isAlike)
  const others = group.parts.filter((part) => !isAlike(part))
  const rest = { ...group, parts: alike, emails: alike.flatMap(({ emails }) => emails) }
  return alike.length === 0 ? others : [...others, rest]
}

/** As the scan of Tidy up, which leaves out security email. */
function toEmail(model: Model, message: Labelled, i: number, folders: readonly FolderToSort[]): FoundEmail[] {
  const { mail } = message
  const filing = fileByContent(model, mail, folders, FILING_THRESHOLD)
  const filed = folderOfUnread(mail, folders, filing)
  if (filed === null && securityFinding(mail) !== null) return []
  const offered = filing.outcome === 'review' ? (filing.ranking.candidates[0]?.folderId ?? null) : null
  return [
    {
      message,
      messageId: String(i),
      address: cleanAddress(mail.from) || null,
      list: listIdOf(mail.headers) || null,
      receivedAt: mail.receivedAt.toISOString(),
      kind: emailKindOf(mail),
      folderId: filed ?? offered,
      isSure: filed !== null,
    },
  ]
}
