interface MailboxChoice {
  id: string
  status: string
}

/**
 * Selects the active mailbox: the stored one if it still exists, else the first with status `active`, else the first.
 */
export function chooseMailbox<Mailbox extends MailboxChoice>(
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
