import { exactAddress } from '../../../contract/address.ts'
import { addMs, days } from '../../clock.ts'
import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import type { InboxPage, Message, MessageHeaders } from '../../vendors/mailbox/message.ts'
import type { ImapAccess } from './imap-access.ts'
import { openFolder } from './open-folder.ts'
import { excerptsAtOnce, openInbox, readAll } from './read-messages.ts'

const headersAtOnce = 500

/** Not `recognise`: what is only counted needs no id of ours. A position is a UID of one UIDVALIDITY. */
export async function folderHeaders(
  access: ImapAccess,
  session: ImapSession,
  folderId: string,
  from: string | { since: Date },
): Promise<InboxPage<MessageHeaders> | 'start-again' | 'not-there'> {
  const folder = await openFolder(access, session, folderId, { again: true })
  if (folder === 'not-there') return folder
  const { uidValidity, first, since } = typeof from === 'string' ? readPosition(from) : { ...from, ...beginning }
  if (uidValidity !== null && uidValidity !== folder.uidValidity) return 'start-again'
  // The server compares days, in a time zone of its own.
  const found = await session.search({ uid: `${first}:*`, since: addMs(since, -days(1)), deleted: false })
  const uids = found.filter((uid) => uid >= first)
  const page = uids.slice(0, headersAtOnce)
  const last = page.at(-1)
  const messages = await session.messages(page, 'none')
  return {
    messages: messages.map(({ content }) => content).filter(({ receivedAt }) => receivedAt >= since),
    next:
      last === undefined || page.length === uids.length
        ? null
        : `${folder.uidValidity} ${last + 1} ${since.toISOString()}`,
  }
}

const beginning = { uidValidity: null, first: 1 }

function readPosition(position: string) {
  const [uidValidity, first, since = ''] = position.split(' ')
  return { uidValidity: Number(uidValidity), first: Number(first), since: new Date(since) }
}

export async function inboxMessagesFrom(
  access: ImapAccess,
  session: ImapSession,
  address: string,
  newest: number,
): Promise<Message[]> {
  const folder = await openInbox(access, session)
  // The server looks for a part of the header.
  const uids = (await session.search({ from: address, deleted: false })).slice(-newest)
  const messages = await readAll(access, session, folder, { uids, text: 'excerpt', atOnce: excerptsAtOnce })
  return messages.filter(({ from }) => exactAddress(from?.address ?? '') === address)
}
