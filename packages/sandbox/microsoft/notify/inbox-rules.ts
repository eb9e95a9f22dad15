import { moveMessage } from '../messages.ts'
import type { MicrosoftSandbox } from '../state.ts'
import type { MailEvent } from '../model.ts'

/** Inbox rules of the server. They move a message soon after its delivery, so the id in its notification is stale. */
export function applyRules({ clock, outlook }: MicrosoftSandbox, event: MailEvent): void {
  const { mailbox, folder } = event
  if (event.type !== 'created' || event.byMove || folder.wellKnownName !== 'inbox' || mailbox.rules.length === 0) return
  const message = mailbox.messages.get(event.immutableId)
  const subject = message?.subject?.toLowerCase() ?? ''
  const rule = mailbox.rules.find(({ subjectContains }) => subject.includes(subjectContains.toLowerCase()))
  if (!rule || !message) return
  clock.after(rule.afterMs, () => {
    const target = mailbox.folders.get(rule.folderId)
    if (target && message.folder === folder && mailbox.messages.has(message.immutableId))
      moveMessage(outlook, message, target)
  })
}
