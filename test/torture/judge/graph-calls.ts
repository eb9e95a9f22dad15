import type { GraphCall } from '../mailboxes.ts'

const idIn = (url: string, pattern: RegExp): string | null => {
  const id = pattern.exec(url)?.[1]
  return id === undefined ? null : decodeURIComponent(id)
}

/** The message or draft that the call is about; null where it is about none. */
export const calledMessage = ({ url }: GraphCall): string | null => idIn(url, /\/messages\/([^/?]+)/)

/** The message that the call moves. */
export const movedMessage = ({ url, method }: GraphCall): string | null =>
  method === 'POST' ? idIn(url, /\/messages\/([^/]+)\/move$/) : null

/** The message that the call drafts a reply to. */
export const answeredMessage = ({ url, method }: GraphCall): string | null =>
  method === 'POST' ? idIn(url, /\/messages\/([^/]+)\/createReply$/) : null

/** Outlook confirmed the move or created the draft. */
export const isConfirmed = ({ status }: GraphCall): boolean => status === 201

/** Outlook was made to fail: 0 is a dropped connection. */
export const isFault = ({ status }: GraphCall): boolean => status === 0 || status === 429 || status >= 500
