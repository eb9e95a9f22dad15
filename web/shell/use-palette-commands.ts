import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { backfillQuery } from '../api/backfill.ts'
import { useMailboxes } from '../features/mailbox/active-mailbox.tsx'
import { realTimeErrorTexts, useRealTime } from '../features/mailbox/use-real-time.ts'
import { isOpen } from '../features/sort-existing/backfill-texts.ts'
import { type Command, offeredCommands } from '../lib/commands.ts'
import { navigate } from '../routing/router.ts'
import { t } from '../texts/translate.ts'

/** The palette, and the dialogs that its commands open. */
export type PaletteDialog = 'palette' | 'create-folder' | 'sort-existing'

/** Enter in the empty palette takes the first command: that is none that only explains. */
const isHelp = ({ key }: Command): boolean => key === '?'

/** What can be done now: with the email that is open, and with the mailbox. */
export function usePaletteCommands(show: (dialog: PaletteDialog) => void): Command[] {
  const { active } = useMailboxes()
  const usable = active?.status === 'active' ? active : null
  const realTime = useRealTime(usable)
  const { data: backfill } = useQuery({ ...backfillQuery(usable?.id ?? ''), enabled: usable !== null })
  // As it was when the palette opened: it covers what offers them.
  const [offered] = useState(() => offeredCommands().toSorted((a, b) => Number(isHelp(a)) - Number(isHelp(b))))
  const { enabled } = realTime
  return [
    ...offered,
    ...(usable ? [{ name: t('Create Folder'), run: () => show('create-folder') }] : []),
    ...(usable && !realTime.isChanging
      ? [
          {
            name: enabled ? t('Switch sorting off') : t('Switch sorting on'),
            run: () => realTime.change(!enabled, realTimeErrorTexts),
          },
        ]
      : []),
    ...(usable && backfill !== undefined && !(backfill && isOpen(backfill))
      ? [
          {
            name: t('Sort Existing Emails'),
            run: () => {
              // Its card shows the progress.
              void navigate({ to: '/dashboard', search: { tab: 'mailbox' } })
              show('sort-existing')
            },
          },
        ]
      : []),
  ]
}
