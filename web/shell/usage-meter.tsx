import { formatNumber } from '../lib/format.ts'
import { usageShare } from '../lib/usage-share.ts'
import { Meter } from '../ui/meter.tsx'
import { Notice } from '../ui/notice.tsx'

const tones = { fine: 'accent', high: 'warn', almost: 'bad' } as const

export function UsageMeter({ processed, limit }: { processed: number; limit: number }) {
  const { percent, level } = usageShare(processed, limit)
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-4 text-sm">
        <span className="font-medium">Emails this month</span>
        <span className="text-muted tabular-nums">
          {formatNumber(processed)} of {formatNumber(limit)}
        </span>
      </div>
      <Meter label="Emails this month" percent={percent} tone={tones[level]} />
      {level !== 'fine' && (
        <div className="mt-4">
          <Notice tone={level === 'almost' ? 'bad' : 'warn'}>
            {level === 'high' ? (
              `You have used ${Math.floor(percent)}% of this month's emails.`
            ) : (
              <>
                {percent === 100 && <p className="mb-1 font-medium">You have reached your limit.</p>}
                <p>
                  {percent === 100
                    ? 'You were almost at your limit before. Now new email stays '
                    : 'You are almost at your limit. Beyond it, new email stays '}
                  in your inbox until next month, or until your plan allows more.
                </p>
              </>
            )}
          </Notice>
        </div>
      )}
    </div>
  )
}
