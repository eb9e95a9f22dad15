import { cx } from './cx.ts'

// Browsers style the filled part through different pseudo-elements.
const tones = {
  accent: '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent',
  warn: '[&::-moz-progress-bar]:bg-warn [&::-webkit-progress-value]:bg-warn',
  bad: '[&::-moz-progress-bar]:bg-bad [&::-webkit-progress-value]:bg-bad',
}

/** @param percent 0 to 100 */
export function Meter({ label, percent, tone }: { label: string; percent: number; tone: keyof typeof tones }) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={Math.round(percent)}
      className={cx(
        'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken',
        '[&::-moz-progress-bar]:rounded-full [&::-webkit-progress-value]:rounded-full',
        '[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:transition-[width]',
        tones[tone],
      )}
    />
  )
}
