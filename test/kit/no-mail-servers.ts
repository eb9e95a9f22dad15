import type { ImapConnections } from '../../server/vendors/imap/imap-connections.ts'

const refuse = (): never => {
  throw new Error('This test has no mail server')
}

/** For a context whose mailboxes are none of IMAP. */
export const noMailServers: ImapConnections = { run: refuse, watch: refuse, send: refuse, close: async () => undefined }
