import { type ReactNode, useState } from 'react'
import { t } from '../../texts/translate.ts'
import { Popover } from '../../ui/popover.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'

/** Open on mount. @param trigger the bell button */
export function BellPopover({ trigger }: { trigger: ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <Popover label={t('Notifications')} trigger={trigger} open={open} onOpenChange={setOpen}>
      <NotificationsPanel onLeave={() => setOpen(false)} />
    </Popover>
  )
}
