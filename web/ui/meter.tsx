import { Progress } from 'radix-ui'
import { cx } from './cx.ts'

const tones = { accent: 'bg-accent', warn: 'bg-warn', bad: 'bg-bad' }

/** @param percent 0 to 100 */
export function Meter({ label, percent, tone }: { label: string; percent: number; tone: keyof typeof tones }) {
  return (
    <Progress.Root
      aria-label={label}
      value={Math.round(percent)}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <Progress.Indicator
        className={cx('h-full rounded-full transition-[width]', tones[tone])}
        style={{ width: `${percent}%` }}
      />
    </Progress.Root>
  )
}
