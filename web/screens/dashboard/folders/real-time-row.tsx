import { Lightbulb } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Switch } from '../../../ui/switch.tsx'
import { type RealTime, realTimeErrorTexts } from '../mailbox/use-real-time.ts'
import type { Proposals } from '../rules/use-proposals.ts'
import { t, tn } from '../../../texts/translate.ts'

interface RealTimeRowProps {
  realTime: RealTime
  isSortingPaused: boolean
  pendingProposals: Proposals | null
}

/** Switch for the sorting of new mail, and the button that shows pending suggestions. */
export function RealTimeRow({ realTime, isSortingPaused, pendingProposals }: RealTimeRowProps) {
  const switchId = useId()
  const isNext = !realTime.enabled && realTime.state !== 'checking' && !isSortingPaused
  return (
    <div className={cx('flex items-center gap-3 border-t border-line px-5 py-3', isNext && 'bg-accent-soft')}>
      <Switch
        id={switchId}
        label={t('Enable real-time processing')}
        checked={realTime.enabled}
        busy={realTime.state === 'changing'}
        disabled={realTime.state === 'checking' || (isSortingPaused && !realTime.enabled)}
        onChange={(enable) => realTime.change(enable, realTimeErrorTexts)}
      />
      <label htmlFor={switchId} className="text-sm">
        <span className="font-medium">{t('Enable real-time processing')}</span>
        <span className="block text-muted">{stateText(realTime, isSortingPaused)}</span>
      </label>
      {pendingProposals && (
        // In a place that is empty at every width, so that nothing moves when it appears.
        <Button
          size="small"
          tone="primary"
          className="ml-auto max-sm:absolute max-sm:top-2.5 max-sm:right-5"
          icon={<Lightbulb aria-hidden="true" />}
          onClick={pendingProposals.open}
        >
          {tn(pendingProposals.proposals.length, '{count} suggestion', '{count} suggestions')}
        </Button>
      )}
    </div>
  )
}

function stateText({ enabled, polling }: RealTime, isSortingPaused: boolean): string {
  if (!enabled)
    return isSortingPaused
      ? t('Off: new email stays in your inbox. Once this mailbox is active again, switch this on.')
      : t('Off: new email stays in your inbox. Check the folders below, then switch this on.')
  if (isSortingPaused) return t('Sorting is paused: new email stays in your inbox until this mailbox is active again.')
  return polling ? t('New email is sorted once a minute.') : t('New email is sorted as it arrives.')
}
