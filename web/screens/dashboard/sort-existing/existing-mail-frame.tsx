import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'

interface ExistingMailFrameProps {
  mailbox: Mailbox
  /** State of the backfill. */
  badge?: ReactNode
  /** Undefined: no backfill can be started now. */
  onStart?: (() => void) | undefined
  /** A backfill is running or paused; it has its own buttons. */
  isOpen?: boolean
  children: ReactNode
}

export function ExistingMailFrame({ mailbox, badge, onStart, isOpen = false, children }: ExistingMailFrameProps) {
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t('Existing Emails')} {badge}
        </span>
      }
      description={rich('Emails that are already in the inbox of {address}', {
        address: <bdi className="wrap-anywhere">{mailbox.email_address}</bdi>,
      })}
      actions={
        !isOpen && (
          <Button icon={<History aria-hidden="true" />} disabled={!onStart} onClick={onStart}>
            {t('Sort Existing Emails')}
          </Button>
        )
      }
    >
      <div className="border-t border-line px-5 py-4 text-sm">{children}</div>
    </Card>
  )
}

/** As high as the text before the first backfill. */
export const ExistingMailSkeleton = () => <Skeleton className="h-5 w-72 max-w-full max-sm:h-10" />
