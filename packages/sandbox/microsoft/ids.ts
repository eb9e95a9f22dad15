import { createHash } from 'node:crypto'
import type { Mailbox } from './model.ts'

/**
 * Ids in Outlook's format: long, base64url with "-", "_" and "=", opaque, case-sensitive. They derive from the mailbox
 * and a counter, so the same seed has the same ids.
 */
const REST_PREFIX = 'AAMkAD'
const IMMUTABLE_PREFIX = 'AAkALg'
const WELL_FORMED = /^(?:AAMkAD|AAkALg)([A-Za-z0-9_-]{8})[A-Za-z0-9_-]{20,}={0,2}$/

type IdSource = Pick<Mailbox, 'tag' | 'counter'>

function hash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length)
}

export function mailboxTag(email: string, epoch: number): string {
  return hash(`mailbox ${epoch} ${email}`, 8)
}

/** The id of a folder. It never changes. */
export function folderId(mailbox: IdSource): string {
  return `${REST_PREFIX}${mailbox.tag}AuAAAAAA${hash(`${mailbox.tag} folder ${mailbox.counter++}`, 24)}AQAAAA==`
}

export function immutableId(mailbox: IdSource): string {
  return `${IMMUTABLE_PREFIX}${mailbox.tag}AHYQD_-v${hash(`${mailbox.tag} item ${mailbox.counter++}`, 24)}AAA=`
}

/** The mutable id of a message: a new one with every move. */
export function restId(mailbox: IdSource): string {
  return `${REST_PREFIX}${mailbox.tag}BGAAAAAA${hash(`${mailbox.tag} place ${mailbox.counter++}`, 24)}AAA=`
}

/** The id of an attachment depends on the form of the message id in the request. */
export function attachmentId(messageId: string, key: string): string {
  return `${messageId.replace(/=+$/, '')}ABEgAQ${key}=`
}

export function attachmentKey(mailbox: IdSource): string {
  return hash(`${mailbox.tag} attachment ${mailbox.counter++}`, 22)
}

export function conversationId(mailbox: IdSource): string {
  return `AAQkAD${mailbox.tag}${hash(`${mailbox.tag} conversation ${mailbox.counter++}`, 32)}=`
}

export function isWellFormedId(id: string): boolean {
  return WELL_FORMED.test(id)
}

export function isIdOf(mailbox: Pick<Mailbox, 'tag'>, id: string): boolean {
  return WELL_FORMED.exec(id)?.[1] === mailbox.tag
}
