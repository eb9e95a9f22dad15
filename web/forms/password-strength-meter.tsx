import { type PasswordStrength, passwordStrength } from '../lib/password-strength.ts'
import { t, text } from '../texts/translate.ts'
import { cx } from '../ui/cx.ts'

const levels = {
  short: { label: text('Too short'), bars: 0, colour: 'bg-bad' },
  weak: { label: text('Weak'), bars: 1, colour: 'bg-bad' },
  fair: { label: text('Fair'), bars: 2, colour: 'bg-warn' },
  strong: { label: text('Strong'), bars: 3, colour: 'bg-good' },
} as const satisfies Record<PasswordStrength, { label: string; bars: number; colour: string }>

/** Three bars for the eye, a word for everyone. */
export function PasswordStrengthMeter({ password }: { password: string }) {
  const { label, bars, colour } = levels[passwordStrength(password)]
  return (
    <div className="flex items-center gap-3 text-xs text-muted">
      <span aria-hidden="true" className="flex flex-1 gap-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={cx('h-1 flex-1 rounded-full', bar <= bars ? colour : 'bg-line')} />
        ))}
      </span>
      <output>{t('Strength: {level}', { level: t(label) })}</output>
    </div>
  )
}
