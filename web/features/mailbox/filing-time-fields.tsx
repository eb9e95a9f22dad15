import { type FilingSchedule, maxFileHours } from '../../../contract/filing-time.ts'
import { FileWhen } from '../../../contract/tables.ts'
import { formatHour } from '../../lib/format.ts'
import { t, text, tn } from '../../texts/translate.ts'
import { SelectField } from '../../ui/select-field.tsx'

/** The choices of `fileWhen`. */
const fileWhenTexts: Record<FileWhen, { label: string; hint: string }> = {
  at_once: { label: text('At once'), hint: text('As soon as it has arrived.') },
  after_read: { label: text('After I have read it'), hint: text('Unread email stays in the inbox.') },
  by_latest: {
    label: text('After I have read it, or after some time'),
    hint: text('Email that stays unread is filed, too.'),
  },
  at_hours: { label: text('At fixed hours'), hint: text('Up to four times a day in your time zone, read or not.') },
}

export const fileWhenChoices = () =>
  FileWhen.options.map((value) => {
    const { label, hint } = fileWhenTexts[value]
    return { value, label: t(label), hint: t(hint) }
  })

const delays = [0, 1, 2, 5, 10, 15, 30, 45, 60]
const latest = [1, 2, 3, 4, 6, 8, 12, 24, 48, 72, 120, 168]
const dayHours = Array.from({ length: 24 }, (_, hour) => hour)

interface FilingTimeFieldsProps {
  schedule: FilingSchedule
  onChange: (change: Partial<FilingSchedule>) => void
  disabled?: boolean
}

/** What a choice of `fileWhen` needs besides. */
export function FilingTimeFields({ schedule, onChange, disabled = false }: FilingTimeFieldsProps) {
  const { fileWhen, fileDelayMinutes, fileLatestHours } = schedule
  if (fileWhen === 'at_once') return null
  if (fileWhen === 'at_hours') return <HoursFields schedule={schedule} onChange={onChange} disabled={disabled} />
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <SelectField
        label={t('How long after reading')}
        value={String(fileDelayMinutes)}
        choices={withCurrent(delays, fileDelayMinutes).map((value) => ({
          value: String(value),
          label: delayText(value),
        }))}
        disabled={disabled}
        onChange={(value) => onChange({ fileDelayMinutes: Number(value) })}
      />
      {fileWhen === 'by_latest' && (
        <SelectField
          label={t('Unread email after')}
          value={String(fileLatestHours)}
          choices={withCurrent(latest, fileLatestHours).map((value) => ({
            value: String(value),
            label: latestText(value),
          }))}
          disabled={disabled}
          onChange={(value) => onChange({ fileLatestHours: Number(value) })}
        />
      )}
    </div>
  )
}

function HoursFields({ schedule: { fileHours }, onChange, disabled }: FilingTimeFieldsProps) {
  const change = (at: number, value: string): void => {
    const others = fileHours.filter((_, index) => index !== at)
    const hours = value === '' ? others : [...others, Number(value)]
    if (hours.length > 0) onChange({ fileHours: [...new Set(hours)].toSorted((a, b) => a - b) })
  }
  return (
    <fieldset className="text-sm">
      <legend className="mb-1.5 font-medium">{t('Hours')}</legend>
      <div className="grid grid-cols-2 gap-3">
        {Array.from({ length: Math.min(fileHours.length + 1, maxFileHours) }, (_, at) => (
          <SelectField
            key={at}
            label={t('Time {number}', { number: at + 1 })}
            value={at < fileHours.length ? String(fileHours[at]) : ''}
            choices={[
              // At least one.
              ...(fileHours.length > 1 || at > 0 ? [{ value: '', label: t('None') }] : []),
              ...dayHours.map((hour) => ({ value: String(hour), label: formatHour(hour) })),
            ]}
            disabled={disabled ?? false}
            onChange={(value) => change(at, value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** A value that another program has set is shown, too. */
const withCurrent = (values: readonly number[], current: number): number[] =>
  [...new Set([...values, current])].toSorted((a, b) => a - b)

const delayText = (minutes: number): string =>
  minutes === 0 ? t('At once') : tn(minutes, '{count} minute', '{count} minutes')
const latestText = (hours: number): string =>
  hours % 24 === 0 ? tn(hours / 24, '{count} day', '{count} days') : tn(hours, '{count} hour', '{count} hours')
