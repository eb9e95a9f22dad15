interface Choice {
  id: string
  status: string
}

/** Specification §4: the stored one where it is still there, else the first that is active, else the first, else none. */
export function chooseMailbox<Mailbox extends Choice>(
  mailboxes: readonly Mailbox[],
  storedId: string | null,
): Mailbox | null {
  return (
    mailboxes.find((mailbox) => mailbox.id === storedId) ??
    mailboxes.find((mailbox) => mailbox.status === 'active') ??
    mailboxes[0] ??
    null
  )
}
