import type { Effect, ShownMailbox } from './model-mail-server.ts'

export interface StoredMessage {
  /** Its Message-ID, which no other message of the model has. */
  id: string
  folder: string
  flags: string[]
  mime: string
}

export const headerOf = (mime: string, name: string): string =>
  new RegExp(`^${name}: *(?:\\r\\n )?(.*)$`, 'im').exec(mime.split('\r\n\r\n')[0] ?? '')?.[1]?.trim() ?? ''

/** The name in the model. */
const folderOf = (name: string): string => ({ INBOX: 'Inbox', Trash: 'Deleted Items' })[name] ?? name

const tagsOf = (flags: readonly string[]): string[] => flags.filter((flag) => !/^[\\$]/.test(flag))

/** @param folderIds the product's ids of folders by path */
export function splitMessages(
  all: readonly StoredMessage[],
  folderIds: ReadonlyMap<string, string>,
): Pick<ShownMailbox, 'messages' | 'effects' | 'leftovers'> {
  const messages: ShownMailbox['messages'] = new Map()
  const effects: Effect[] = []
  // Clients hide what is marked as deleted.
  for (const { id, folder, flags, mime } of all.filter(({ flags }) => !flags.includes('\\Deleted'))) {
    const runId = headerOf(mime, 'X-Mailroom-Id')
    const isWritten = id.includes('.written.')
    const isDraft = folder !== 'Sent'
    const to = headerOf(mime, 'To').split(', ')
    if (runId !== '') effects.push({ runId, id, isDraft, isWritten, to, version: [isWritten, isDraft, ...to].join() })
    else if (messages.has(id)) messages.set(`${id} (a copy)`, { folder, folderId: '', tags: [] })
    else messages.set(id, { folder: folderOf(folder), folderId: folderIds.get(folder) ?? '', tags: tagsOf(flags) })
  }
  const isReplaced = (effect: Effect): boolean =>
    effects.some(({ runId, ...other }) => runId === effect.runId && progressOf(other) > progressOf(effect))
  return {
    messages,
    effects: effects.filter((effect) => !isReplaced(effect)),
    leftovers: effects.filter(isReplaced).map(({ id }) => id),
  }
}

/** A text is written into a new draft before the former one is deleted, and a copy of what was sent likewise. */
const progressOf = ({ isDraft, isWritten }: Pick<Effect, 'isDraft' | 'isWritten'>): number =>
  (isWritten ? 1 : 0) + (isDraft ? 0 : 1)

interface Command {
  method: string
  url: string
  status: number
}

/** Commands that read or change messages. Waiting for news continues while the product may not look. */
const isOfMessages = ({ method }: Command): boolean => method.startsWith('UID ') || method === 'APPEND'
const forbidden = new Set(['EXPUNGE', 'CLOSE', 'COPY', 'UID COPY', 'MOVE', 'STORE', 'CREATE', 'DELETE', 'RENAME'])

/** @param idsByUid of the messages that have been in the inbox, from which alone sorting moves */
export function ourCommands(
  commands: readonly Command[],
  idsByUid: ReadonlyMap<number, string>,
): Pick<ShownMailbox, 'confirmedMoves' | 'uncertainMoves' | 'forbiddenCalls' | 'calls'> {
  const confirmedMoves = new Map<string, number>()
  for (const { method, url, status } of commands) {
    if (method !== 'UID MOVE' || status !== 200) continue
    const id = idsByUid.get(Number(/UID MOVE (\d+) /i.exec(decodeURIComponent(url))?.[1]))
    if (id !== undefined) confirmedMoves.set(id, (confirmedMoves.get(id) ?? 0) + 1)
  }
  return {
    confirmedMoves,
    // The journal shows what the server did, also where its response was lost.
    uncertainMoves: new Set(),
    forbiddenCalls: commands.filter(({ method }) => forbidden.has(method)).map(({ url }) => url),
    calls: commands.filter(isOfMessages).length,
  }
}
