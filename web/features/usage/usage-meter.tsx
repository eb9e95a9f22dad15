import { nextUsageMonth } from '../../../contract/limits.ts'
import { formatDate } from '../../lib/format.ts'
import { usageShare } from '../../lib/usage-share.ts'
import { useUsageMonth } from '../../lib/use-usage-month.ts'
import { t } from '../../texts/translate.ts'
import { Meter } from '../../ui/meter.tsx'
import { Notice } from '../../ui/notice.tsx'

const tones = { fine: 'accent', high: 'warn', almost: 'bad' } as const

export function UsageMeter({ processed, limit }: { processed: number; limit: number }) {
  const { percent, level } = usageShare(processed, limit)
  const month = useUsageMonth()
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-4 text-sm">
        <span className="font-medium">{t('Emails this month')}</span>
        <span className="text-muted tabular-nums">{t('{processed} of {limit}', { processed, limit })}</span>
      </div>
      <Meter label={t('Emails this month')} percent={percent} tone={tones[level]} />
      {level !== 'fine' && (
        <div className="mt-4">
          <Notice tone={level === 'almost' ? 'bad' : 'warn'}>
            {level === 'high' ? (
              t("You have used {percent}% of this month's emails.", { percent: Math.floor(percent) })
            ) : (
              <>
                <p className="mb-1 font-medium">{t('You are almost at your limit.')}</p>
                <p>
                  {percent === 100
                    ? t('New emails stay in your inbox until {date}, or until your limit is raised.', {
                        date: formatDate(nextUsageMonth(month)),
                      })
                    : t('Beyond it, new emails stay in your inbox until next month, or until your limit is raised.')}
                </p>
              </>
            )}
          </Notice>
        </div>
      )}
    </div>
  )
}
