import { randomUUID } from 'node:crypto'
import { visibleText } from '../../../packages/visible-text/visible-text.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { composeMessage, type ComposedMessage } from '../../vendors/imap/compose-message.ts'
import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import { readAttachments, readWholeMessage, type WholeMessage } from '../../vendors/imap/whole-message.ts'
import type { Draft, DraftChange, DraftKind } from '../../vendors/mailbox/draft.ts'
import { locate, whereItWas } from './find-message.ts'
import type { ImapAccess } from './imap-access.ts'
import { findImapMessage, insertImapMessages, placeMessages, saveSending } from './message-queries.ts'
import { openFolder, recognise, type OpenedFolder } from './open-folder.ts'
import { folderWithUse } from './read-messages.ts'

/** A forward is composed in memory, and most mail servers refuse larger messages. The text of `too_large` names it. */
const forwardMaxBytes = 25 * 1024 * 1024
/** A draft of ours may encode more of its content than the original. */
const draftMaxBytes = 2 * forwardMaxBytes
/** Header of every message that Mailroom sends: such messages are never processed again, which prevents loops. */
const mailroomHeader = 'X-Mailroom-Id'
/** Characters of the quoted text of a reply. */
const quotedMaxLength = 100_000

/** The folders in which a draft of ours may be: where it is created, its sent copy, and where the user discards it. */
const draftFolders = ['drafts', 'sent', 'deleted'] as const

/** A Message-ID of ours: it says which effect it belongs to, and whether the text is written. */
const messageIdOf = (address: string, effectId: string, isWritten: boolean): string =>
  `<${effectId}.${isWritten ? 'written' : 'blank'}.${randomUUID()}@${address.split('@').at(-1) ?? 'localhost'}>`

interface FoundDraft {
  folder: OpenedFolder
  uid: number
}

/** @returns those in Drafts, in Sent and among the deleted mail, in this order */
async function findByHeader(
  access: ImapAccess,
  session: ImapSession,
  header: Record<string, string>,
  uses: readonly string[] = draftFolders,
): Promise<FoundDraft[]> {
  const found: FoundDraft[] = []
  for (const use of uses) {
    const id = await folderWithUse(access, session, use)
    const folder = id === null ? 'not-there' : await openFolder(access, session, id)
    if (folder === 'not-there') continue
    // What is marked as deleted was replaced where it cannot be expunged alone, or was discarded by the user.
    for (const uid of await session.search({ header, deleted: false })) found.push({ folder, uid })
  }
  return found
}

export const countEffects = async (access: ImapAccess, session: ImapSession, effectId: string): Promise<number> =>
  (await findByHeader(access, session, { [mailroomHeader]: effectId }, ['drafts', 'sent'])).length

export const findDraft = (access: ImapAccess, session: ImapSession, effectId: string): Promise<Draft | null> =>
  settleDrafts(access, session, effectId, draftFolders)

/**
 * Leaves one draft of an effect in Drafts: the first one with our text, else the first one. A server may carry out an
 * APPEND long after the node that sent it has died or was suspended, and an attempt to write may be cut before it has
 * deleted the version without our text.
 */
async function settleDrafts(
  access: ImapAccess,
  session: ImapSession,
  effectId: string,
  uses: readonly string[],
): Promise<Draft | null> {
  const drafts: (Draft & { isInDrafts: boolean })[] = []
  for (const { folder, uid } of await findByHeader(access, session, { [mailroomHeader]: effectId }, uses)) {
    const [seen] = await recognise(access, session, folder, [uid])
    const draft = seen && (await readDraft(access, session, seen.id))
    if (draft) drafts.push({ ...draft, isInDrafts: folder.row.use === 'drafts' })
  }
  const kept = drafts.find(({ isWritten }) => isWritten) ?? drafts[0]
  if (!kept) return null
  const { isInDrafts, ...draft } = kept
  if (isInDrafts)
    for (const other of drafts) if (other !== kept && other.isInDrafts) await deleteDraft(access, session, other.id)
  return draft
}

async function deleteDraft(access: ImapAccess, session: ImapSession, id: string): Promise<void> {
  const found = await locate(access, session, id, { write: true })
  if (found) await session.delete(found.row.uid)
}

export async function readDraft(access: ImapAccess, session: ImapSession, id: string): Promise<Draft | null> {
  const row = await access.ctx.db.asService((tx) => findImapMessage(tx, access.mailboxId, id))
  if (row?.sending) return finishSending(access, session, id, row.sending)
  const found = await locate(access, session, id)
  if (!found) return null
  const message = await readWholeMessage(session, found.row.uid, draftMaxBytes)
  return message && toDraft(id, found.folder, found.row.uid, message)
}

function toDraft(id: string, folder: OpenedFolder, uid: number, { content, bcc, wholeHtml }: WholeMessage): Draft {
  return {
    id,
    version: `${folder.uidValidity}.${uid}`,
    isDraft: folder.row.use !== 'sent',
    folderId: folder.folderId,
    internetMessageId: content.internetMessageId,
    subject: content.subject ?? '',
    recipients: [...content.to, ...content.cc, ...bcc],
    webLink: null,
    html: wholeHtml ?? '',
    createdAt: content.receivedAt,
    changedAt: content.receivedAt,
    isWritten: /\.written\./.test(content.internetMessageId ?? ''),
  }
}

/** The effect of a draft of ours. */
const effectOf = (message: WholeMessage): string => message.content.headers[mailroomHeader.toLowerCase()] ?? ''

/** With the original message quoted: its text for a reply, which the user sends in their own name, else all of it. */
export async function createDraft(
  access: ImapAccess,
  session: ImapSession,
  kind: DraftKind,
  { messageId, effectId }: { messageId: string; effectId: string },
): Promise<Draft | 'not-there'> {
  const found = await locate(access, session, messageId)
  const original = found && (await readWholeMessage(session, found.row.uid, forwardMaxBytes))
  if (!original) return 'not-there'
  const draft: ComposedMessage = {
    from: access.address,
    ...(kind === 'reply' ? replyTo(original) : forwardOf(original)),
    messageId: messageIdOf(access.address, effectId, false),
    headers: {
      [mailroomHeader]: effectId,
      ...(kind === 'forward' && { 'X-Auto-Response-Suppress': 'All' }),
    },
    attachments:
      kind === 'forward' && found ? await readAttachments(session, found.row.uid, original, forwardMaxBytes) : [],
  }
  const id = await appendDraft(access, session, draft)
  return (id && (await settleDrafts(access, session, effectId, ['drafts']))) || 'not-there'
}

type Quoting = Pick<ComposedMessage, 'to' | 'subject' | 'inReplyTo' | 'references' | 'html'>

const prefixed = (prefix: string, subject: string | null): string =>
  subject?.toLowerCase().startsWith(prefix.toLowerCase()) ? subject : `${prefix} ${subject ?? ''}`.trim()

function replyTo(original: WholeMessage): Quoting {
  const { replyTo: wanted, from, internetMessageId, headers, subject } = original.content
  const text = original.wholeHtml === null ? original.wholeText : visibleText(original.wholeHtml, quotedMaxLength)
  const quoted = asHtml(text.slice(0, quotedMaxLength))
  return {
    to: (wanted.length > 0 ? wanted : from ? [from] : []).map(({ address }) => address),
    subject: prefixed('Re:', subject),
    inReplyTo: internetMessageId,
    references: [headers['references'] ?? '', internetMessageId ?? ''].join(' ').split(/\s+/).filter(Boolean),
    html: `<html><body>${descriptionOf(original)}<blockquote>${quoted}</blockquote></body></html>`,
  }
}

function forwardOf(original: WholeMessage): Quoting {
  const content = original.wholeHtml ?? `<div>${asHtml(original.wholeText)}</div>`
  return {
    to: [],
    subject: prefixed('Fwd:', original.content.subject),
    inReplyTo: null,
    references: [],
    html: `<html><body>${descriptionOf(original)}${content}</body></html>`,
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const asHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => escapes[mark] ?? mark).replaceAll(/\r?\n/g, '<br>')

function descriptionOf({ content: { from, to, subject, receivedAt } }: WholeMessage): string {
  const sender = from ? (from.name === '' ? from.address : `${from.name} <${from.address}>`) : ''
  const lines = [
    `From: ${sender}`,
    `Date: ${receivedAt.toUTCString()}`,
    `To: ${to.join(', ')}`,
    `Subject: ${subject ?? ''}`,
  ]
  return `<p>${lines.map(asHtml).join('<br>')}</p>`
}

/** @returns its id; null where the mailbox has no folder for drafts */
async function appendDraft(
  access: ImapAccess,
  session: ImapSession,
  message: ComposedMessage,
  id?: string,
): Promise<string | null> {
  const folderId = await folderWithUse(access, session, 'drafts')
  const folder = folderId === null ? 'not-there' : await openFolder(access, session, folderId, { write: true })
  if (folder === 'not-there') return null
  const source = await composeMessage(message)
  const place = await session.append({ path: folder.row.path, source, flags: ['\\Draft', '\\Seen'] })
  if (place === 'not-there') return null
  const uid = place?.uid ?? (await session.search({ header: { 'Message-ID': message.messageId } })).at(-1)
  if (uid === undefined) return null
  const at = { folderId: folder.folderId, uidValidity: folder.uidValidity }
  const [identity] = await session.identities(String(uid))
  if (!identity) return null
  const { ctx, mailboxId, userId } = access
  return ctx.db.asService(async (tx) => {
    if (id === undefined) return (await insertImapMessages(tx, { mailboxId, userId }, at, [identity])).get(uid) ?? null
    await placeMessages(tx, at, [{ id, uid, emailId: identity.emailId }])
    return id
  })
}

/** An earlier attempt to write may have been carried out although its response was lost: each one adds a version. */
async function deleteOtherVersions(
  access: ImapAccess,
  session: ImapSession,
  effectId: string,
  kept: { folderId: string | null; uid: number },
): Promise<void> {
  for (const { folder, uid } of await findByHeader(access, session, { [mailroomHeader]: effectId }, ['drafts'])) {
    if (folder.folderId === kept.folderId && uid === kept.uid) continue
    if ((await session.open(folder.row.path, { write: true })) !== 'not-there') await session.delete(uid)
  }
}

/** The draft is another message on the server afterwards, with the same id of ours. */
export async function writeDraft(
  access: ImapAccess,
  session: ImapSession,
  change: DraftChange,
): Promise<Draft | 'changed' | 'not-there'> {
  const { draft, effectId } = change
  const found = await locate(access, session, draft.id, { write: true })
  if (!found) return 'not-there'
  const { uid } = found.row
  if (`${found.folder.uidValidity}.${uid}` !== draft.version || found.folder.folderId !== draft.folderId)
    return 'changed'
  const current = await readWholeMessage(session, uid, draftMaxBytes)
  if (!current) return 'not-there'
  const attachments = await readAttachments(session, uid, current, draftMaxBytes)
  const html = change.html ?? current.wholeHtml ?? ''
  const { headers, to, subject } = current.content
  const written: ComposedMessage = {
    from: access.address,
    to: change.kind === 'forward' ? [change.address] : to,
    subject: subject ?? '',
    messageId: messageIdOf(access.address, effectId, true),
    inReplyTo: headers['in-reply-to'] ?? null,
    references: (headers['references'] ?? '').split(/\s+/).filter(Boolean),
    headers: {
      [mailroomHeader]: effectId,
      ...(change.kind === 'forward' && { 'X-Auto-Response-Suppress': 'All' }),
    },
    html,
    attachments,
  }
  await deleteOtherVersions(access, session, effectId, found.row)
  if ((await appendDraft(access, session, written, draft.id)) === null) return 'not-there'
  return (await settleDrafts(access, session, effectId, ['drafts'])) ?? 'not-there'
}

/**
 * Sends a draft by SMTP. That it is being sent is stored before: where no answer arrives, it is never sent again by
 * itself.
 */
export async function sendDraft(access: ImapAccess, id: string): Promise<'accepted' | 'not-there'> {
  const { ctx, mailboxId } = access
  const save = (sending: 'sending' | 'sent' | null) => ctx.db.asService((tx) => saveSending(tx, id, sending))
  const prepared = await access.run(async (session) => {
    const row = await ctx.db.asService((tx) => findImapMessage(tx, mailboxId, id))
    const found = row && !row.sending ? await whereItWas(access, session, row) : null
    if (!found) return null
    const message = await readWholeMessage(session, found.row.uid, draftMaxBytes)
    const source = await session.source(found.row.uid, draftMaxBytes)
    return message && source && { to: [...message.content.to, ...message.content.cc, ...message.bcc], source }
  })
  if (!prepared) return 'not-there'
  try {
    await access.send(prepared, () => save('sending'))
  } catch (error) {
    // An answer that refuses it says that nothing was sent.
    const isUnclear =
      error instanceof VendorError && (error.code === 'not_reachable' || error.code === 'protocol_error')
    if (!isUnclear) await save(null)
    throw error
  }
  await save('sent')
  await access.run((session) => finishSending(access, session, id, 'sent'))
  return 'accepted'
}

/**
 * What has become of a draft that was being sent. Where the server has accepted it, its copy is put among the sent
 * mail, unless the server has done so.
 * @returns null where nothing says whether it was sent
 */
async function finishSending(
  access: ImapAccess,
  session: ImapSession,
  id: string,
  sending: 'sending' | 'sent',
): Promise<Draft | null> {
  const { ctx, mailboxId } = access
  const row = await ctx.db.asService((tx) => findImapMessage(tx, mailboxId, id))
  const left = row && (await whereItWas(access, session, row, { write: true }))
  // None where it is marked as deleted: an earlier attempt has made the copy, and was cut while it deleted the draft.
  const message = left && (await readWholeMessage(session, left.row.uid, draftMaxBytes))
  const sent = message?.content.internetMessageId ? await sentCopy(access, session, message, effectOf(message)) : null
  // A server that keeps what it sends may show its copy only later.
  const needsCopy = sending === 'sent' && !sent && !session.keepsSentMail()
  const copy = sent ?? (needsCopy && message ? await copyToSent(access, session, left.folder, left.row.uid) : null)
  if (sending === 'sending' && !copy) return null
  const isKept = copy !== null || session.keepsSentMail()
  if (left && (isKept || !message)) {
    if ((await session.open(left.folder.row.path, { write: true })) !== 'not-there') await session.delete(left.row.uid)
    if (copy) await ctx.db.asService((tx) => placeMessages(tx, copy.folder, [{ id, uid: copy.uid }]))
  }
  await ctx.db.asService((tx) => saveSending(tx, id, null))
  if (!message || !left || !isKept) return null
  return { ...toDraft(id, copy?.folder ?? left.folder, copy?.uid ?? left.row.uid, message), isDraft: false }
}

const sentCopy = async (
  access: ImapAccess,
  session: ImapSession,
  { content: { internetMessageId } }: WholeMessage,
  effectId: string,
): Promise<FoundDraft | null> => {
  const header = { [mailroomHeader]: effectId, 'Message-ID': internetMessageId ?? '' }
  return (await findByHeader(access, session, header, ['sent']))[0] ?? null
}

async function copyToSent(
  access: ImapAccess,
  session: ImapSession,
  from: OpenedFolder,
  uid: number,
): Promise<FoundDraft | null> {
  const id = await folderWithUse(access, session, 'sent')
  const folder = id === null ? 'not-there' : await openFolder(access, session, id)
  if (folder === 'not-there' || (await session.open(from.row.path)) === 'not-there') return null
  const source = await session.source(uid, draftMaxBytes)
  const place = source && (await session.append({ path: folder.row.path, source, flags: ['\\Seen'] }))
  return place && place !== 'not-there' ? { folder, uid: place.uid } : null
}
