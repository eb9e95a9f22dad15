import type { EmailKind } from './email-kinds.ts'

/** An email of an inbox that Tidy up groups. */
export interface EmailToGroup {
  messageId: string
  /** Null where the email has no sender. */
  address: string | null
  /** The value of `List-Id`; null where the email comes from no list. */
  list: string | null
  receivedAt: string
  /** Null where the email is of none of the kinds. */
  kind: EmailKind | null
  /** The folder that fits best; null where none does. */
  folderId: string | null
  /** That sorting would file it into the folder now. */
  isSure: boolean
}

/** Emails that one press files or leaves. */
export interface EmailGroup<Email extends EmailToGroup> {
  /** The same whatever else was read. */
  key: string
  /**
   * `kind`: of one kind, or for one folder; `sender`: of one sender or list; `mixed`: of one sender, but of several
   * kinds or for several folders; `other`: what is left; `email`: a single one.
   */
  type: 'kind' | 'sender' | 'mixed' | 'other' | 'email'
  /** Null: of none of the kinds. */
  kind: EmailKind | null
  /** The folder that fits; null where none does. */
  folderId: string | null
  /** Newest first. */
  emails: readonly Email[]
  /** The smaller groups in which it opens; none of a single email. */
  parts: readonly EmailGroup<Email>[]
}

/** Share of the votes that have to agree. */
const agreement = 0.75
/** Share of the emails that have to vote. */
const turnout = 1 / 3
/** Votes of an email that sorting would file into the folder. */
const votesOfSure = 3
/** A smaller mixed group is part of the other emails. */
const minMixedEmails = 4

/** Groups emails by sender or list, and senders by kind and folder: the largest first, what is left at the end. */
export function groupEmails<Email extends EmailToGroup>(emails: readonly Email[]): EmailGroup<Email>[] {
  const senders = [...Map.groupBy(emails.toSorted(newestFirst), senderOf)].map(([key, own]) => groupOfSender(key, own))
  const usual = usualFolders(senders)
  const [mixed, clear] = partition(senders, ({ type }) => type === 'mixed')
  const [largeMixed, smallMixed] = partition(mixed, (group) => group.emails.length >= minMixedEmails)
  const kinds = [...Map.groupBy(clear, ({ kind, folderId }) => `kind ${kind} ${folderId ?? usual.get(kind) ?? null}`)]
  const [named, rest] = partition(kinds, ([, own]) => own.flatMap(({ emails }) => emails).length > 1 && isNamed(own[0]))
  const groups = [...named.map(([key, own]) => groupOfKind(key, own, usual)), ...largeMixed].toSorted(largestFirst)
  const others = [...rest.flatMap(([, own]) => own), ...smallMixed]
  return others.length === 0 ? groups : [...groups, groupOfOthers(others)]
}

const isNamed = (sender: EmailGroup<EmailToGroup> | undefined): boolean =>
  sender?.kind !== null || sender.folderId !== null

/** List, or else address; an email with neither is on its own. */
export const senderOf = ({ list, address, messageId }: EmailToGroup): string =>
  list !== null ? `list ${list.toLowerCase()}` : address !== null ? `from ${address.toLowerCase()}` : messageId

function groupOfSender<Email extends EmailToGroup>(key: string, emails: readonly Email[]): EmailGroup<Email> {
  const parts = emails.map(groupOfEmail)
  const [first] = parts
  if (first && parts.length === 1) return first
  const kind = agreed(emails.map((email) => ({ value: email.kind, votes: 1 })))
  const folder = agreed(emails.map(({ folderId, isSure }) => ({ value: folderId, votes: isSure ? votesOfSure : 1 })))
  // A shop sends orders and offers, but all of it belongs into one folder.
  const isMixed = folder.isSplit || (kind.isSplit && folder.value === null)
  return { key, type: isMixed ? 'mixed' : 'sender', kind: kind.value, folderId: folder.value, emails, parts }
}

const groupOfEmail = <Email extends EmailToGroup>(email: Email): EmailGroup<Email> => ({
  key: `email ${email.messageId}`,
  type: 'email',
  kind: email.kind,
  folderId: email.folderId,
  emails: [email],
  parts: [],
})

function groupOfKind<Email extends EmailToGroup>(
  key: string,
  senders: readonly EmailGroup<Email>[],
  usual: ReadonlyMap<EmailKind | null, string>,
): EmailGroup<Email> {
  const [first] = senders
  const kind = first?.kind ?? null
  const folderId = first?.folderId ?? usual.get(kind) ?? null
  const parts = senders.map((sender) => ({ ...sender, folderId })).toSorted(largestFirst)
  // The emails of a single sender are the parts.
  const [only] = parts
  return {
    key,
    type: 'kind',
    kind,
    folderId,
    emails: parts.flatMap(({ emails }) => emails).toSorted(newestFirst),
    parts: only && parts.length === 1 && only.type === 'sender' ? only.parts : parts,
  }
}

const groupOfOthers = <Email extends EmailToGroup>(senders: readonly EmailGroup<Email>[]): EmailGroup<Email> => ({
  key: 'other',
  type: 'other',
  kind: null,
  folderId: null,
  emails: senders.flatMap(({ emails }) => emails).toSorted(newestFirst),
  parts: senders.toSorted(largestFirst),
})

/** Emails that show what a group has: one of each sender before a second of any, so that one that differs shows. */
export function samplesOf<Email extends EmailToGroup>(emails: readonly Email[], most: number): Email[] {
  const turns = [...Map.groupBy(emails, senderOf).values()].flatMap((own) =>
    own.map((email, turn) => ({ email, turn })),
  )
  return turns
    .toSorted((a, b) => a.turn - b.turn || newestFirst(a.email, b.email))
    .slice(0, most)
    .map(({ email }) => email)
}

/** The folder of each kind, into which its emails without a folder go too; none where few of them have one. */
function usualFolders(senders: readonly EmailGroup<EmailToGroup>[]): Map<EmailKind | null, string> {
  const usual = new Map<EmailKind | null, string>()
  for (const [kind, own] of Map.groupBy(senders, (sender) => sender.kind)) {
    if (kind === null) continue
    const votes = own.flatMap(({ folderId, emails }) => emails.map(() => ({ value: folderId, votes: 1 })))
    const { value } = agreed(votes)
    if (value !== null) usual.set(kind, value)
  }
  return usual
}

/** @returns the value of nearly all votes, null where few voted; `isSplit`: they disagree */
function agreed<Value>(ballots: readonly { value: Value | null; votes: number }[]): {
  value: Value | null
  isSplit: boolean
} {
  const votesFor = new Map<Value, number>()
  let abstained = 0
  for (const { value, votes } of ballots) {
    if (value === null) abstained += votes
    else votesFor.set(value, (votesFor.get(value) ?? 0) + votes)
  }
  const voted = [...votesFor.values()].reduce((sum, votes) => sum + votes, 0)
  if (voted < turnout * (voted + abstained)) return { value: null, isSplit: false }
  const winner = [...votesFor].find(([, votes]) => votes >= agreement * voted)
  return { value: winner?.[0] ?? null, isSplit: winner === undefined && voted > 0 }
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

const newestFirst = (a: EmailToGroup, b: EmailToGroup): number =>
  Date.parse(b.receivedAt) - Date.parse(a.receivedAt) || (a.messageId < b.messageId ? -1 : 1)

export function largestFirst(a: EmailGroup<EmailToGroup>, b: EmailGroup<EmailToGroup>): number {
  const [newestOfA, newestOfB] = [a.emails[0], b.emails[0]]
  const bySize = b.emails.length - a.emails.length
  return bySize !== 0 || !newestOfA || !newestOfB ? bySize : newestFirst(newestOfA, newestOfB)
}
