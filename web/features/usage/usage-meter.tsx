import { usageShare } from '../../lib/usage-share.ts'
import { t } from '../../texts/translate.ts'
import { Meter } from '../../ui/meter.tsx'
import { Notice } from '../../ui/notice.tsx'

const tones = { fine: 'accent', high: 'warn', almost: 'bad' } as const

export function UsageMeter({ processed, limit }: { processed: number; limit: number }) {
  const { percent, level } = usageShare(processed, limit)
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
                {percent === 100 && <p className="mb-1 font-medium">{t('You have reached your limit.')}</p>}
                <p>
                  {percent === 100
                    ? t(
                        'You were almost at your limit before. Now new email stays in your inbox until next month, ' +
                          'or until your plan allows more.',
                      )
                    : t(
                        'You are almost at your limit. Beyond it, new email stays in your inbox until next month, ' +
                          'or until your plan allows more.',
                      )}
                </p>
              </>
            )}
          </Notice>
        </div>
      )}
    </div>
  )
}
