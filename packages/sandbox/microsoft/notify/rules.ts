import { moveMessage } from '../messages.ts'
import type { World } from '../../kit/world.ts'
import type { MailEvent } from '../model.ts'

/** The mailbox's own rules on the server: they move a mail a moment after it came, so its notification's id is stale. */
export function applyRules({ clock, outlook }: World, event: MailEvent): void {
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
