import { useId } from 'react'
import { type BackfillSpan, backfillSpans } from './backfill-texts.ts'
import { t } from '../../../texts/translate.ts'

export const initialSpan: BackfillSpan = backfillSpans[1]

const optionClasses =
  'flex cursor-pointer items-center gap-3 rounded-lg border border-line px-3 py-2.5 hover:bg-sunken ' +
  'has-checked:border-accent has-checked:bg-accent-soft'

/** The dialog would focus the first option, which is not the selected one. */
const focus = (radio: HTMLInputElement | null): void => radio?.focus()

interface BackfillSpanChoiceProps {
  span: BackfillSpan
  onChange: (span: BackfillSpan) => void
}

export function BackfillSpanChoice({ span, onChange }: BackfillSpanChoiceProps) {
  const group = useId()
  return (
    <fieldset className="text-sm">
      <legend className="mb-1.5 font-medium">{t('Received in')}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {backfillSpans.map((each) => (
          <label key={each.value} className={optionClasses}>
            <input
              type="radio"
              ref={each === initialSpan ? focus : undefined}
              name={group}
              value={each.value}
              checked={each === span}
              onChange={() => onChange(each)}
              className="size-4 shrink-0 accent-accent"
            />
            {t(each.label)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
