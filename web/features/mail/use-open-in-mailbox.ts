import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { mailExcerptQuery } from '../../api/mail-excerpt.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { useProduct } from '../../api/product.tsx'
import { safeServiceUrl } from '../../lib/safe-url.ts'
import { toastError } from '../../lib/toast.ts'
import { t, text } from '../../texts/translate.ts'
import type { Shortcut } from '../../ui/single-keys.ts'
import { useMailboxes } from '../mailbox/active-mailbox.tsx'

export const openInOutlook: Shortcut = { names: ['O'], effect: text('Open in Outlook') }

/** The keys of a screen, without that of Outlook where no mailbox is there. */
export function useShortcutsOfMailboxes(shortcuts: readonly Shortcut[]): readonly Shortcut[] {
  const { list } = useMailboxes()
  if (list.some(({ has_web_links: hasWebLinks }) => hasWebLinks)) return shortcuts
  return shortcuts.filter((shortcut) => shortcut !== openInOutlook)
}

/**
 * Opens an email in Outlook on the web; null where its mailbox has no such links. The link is read on the press, since
 * it changes with each move.
 */
export function useOpenInMailbox(entry: HistoryEntry | null): (() => void) | null {
  const client = useQueryClient()
  const openLink = useOpenLink()
  const { list } = useMailboxes()
  const mailbox = list.find(({ id }) => id === entry?.mailbox_id)
  if (!entry || !mailbox?.has_web_links || entry.reason === 'gone') return null
  const read = async () => (await client.fetchQuery({ ...mailExcerptQuery(entry.id), staleTime: 0 })).webLink
  return () => void openLink(read)
}

/** Opens the link of an email in a window of its own. */
export function useOpenLink() {
  const { sandboxUrl } = useProduct()
  return async (readLink: () => Promise<string | null>): Promise<void> => {
    // Before the first wait: browsers open a window only during a press.
    const opened = window.open('', '_blank')
    if (opened) opened.opener = null
    try {
      const link = safeServiceUrl(await readLink(), sandboxUrl)
      if (link) return opened?.location.replace(link)
      opened?.close()
      toastError(t('The email could not be opened'), t('Outlook has no link to this email.'))
    } catch (error) {
      opened?.close()
      toastError(t('The email could not be opened'), messageOf(error))
    }
  }
}
