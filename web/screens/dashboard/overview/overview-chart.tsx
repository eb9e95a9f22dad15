import { formatNumber } from '../../../lib/format.ts'
import { type Day, describeDays, formatDay, messageCount, type Overview, roundedScale } from './overview-texts.ts'
import { t, text } from '../../../texts/translate.ts'

const kinds = [
  { key: 'sorted', label: text('Sorted'), colour: 'bg-accent' },
  { key: 'left', label: text('Left in the inbox'), colour: 'bg-edge' },
  { key: 'failed', label: text('Failed'), colour: 'bg-bad' },
] as const

const dayTitle = (day: Day): string =>
  t('{day}: {sorted} sorted, {left} left in the inbox, {failed} failed', { ...day, day: formatDay(day.day) })

interface OverviewChartProps extends Pick<Overview, 'totals'> {
  days: readonly Day[]
}

/** Messages per day, as bars; screen readers get a sentence, and there is a table. */
export function OverviewChart({ days, totals }: OverviewChartProps) {
  const scale = roundedScale(Math.max(...days.map(messageCount)))
  return (
    <div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {kinds.map(({ key, label, colour }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2.5 rounded-xs ${colour}`} />
            {t(label)}
            <span className="font-medium text-ink tabular-nums">{formatNumber(totals[key])}</span>
          </li>
        ))}
      </ul>
      <figure className="mt-4 flex gap-2 text-xs text-muted">
        <figcaption className="sr-only">{describeDays(days, totals)}</figcaption>
        <div aria-hidden="true" className="flex h-40 flex-col justify-between text-right leading-none tabular-nums">
          <span className="-translate-y-1/2">{formatNumber(scale)}</span>
          <span className="translate-y-1/2">0</span>
        </div>
        <div aria-hidden="true" className="min-w-0 flex-1">
          <div className="flex h-40 items-end gap-px border-y border-line sm:gap-1">
            {days.map((day) => (
              <div
                key={day.day}
                title={dayTitle(day)}
                className="flex h-full min-w-0 flex-1 flex-col-reverse hover:bg-sunken"
              >
                {kinds.map(({ key, colour }) => (
                  <span
                    key={key}
                    className={`shrink-0 last:rounded-t-sm ${colour}`}
                    style={{ height: `${(day[key] / scale) * 100}%` }}
                  />
                ))}
              </div>
            ))}
          </div>
          <div className="mt-1.5 flex justify-between">
            {labelledDays(days).map(({ day }) => (
              <span key={day}>{formatDay(day)}</span>
            ))}
          </div>
        </div>
      </figure>
      <DayTable days={days} />
    </div>
  )
}

/** The first, the middle and the last day; each once. */
const labelledDays = (days: readonly Day[]): Day[] => [
  ...new Set([days[0], days[Math.floor(days.length / 2)], days.at(-1)].filter((day) => day !== undefined)),
]

function DayTable({ days }: Pick<OverviewChartProps, 'days'>) {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer rounded-sm font-medium text-accent hover:text-accent-strong">
        {t('Show as a table')}
      </summary>
      <table className="mt-3 w-full max-w-xl table-fixed wrap-anywhere hyphens-auto tabular-nums">
        <caption className="sr-only">{t('Emails per day, newest first')}</caption>
        <thead className="text-left text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 font-medium">
              {t('Day')}
            </th>
            {kinds.map(({ key, label }) => (
              <th key={key} scope="col" className="py-1 pl-3 text-right font-medium">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {formatDay(day.day)}
              </th>
              {kinds.map(({ key }) => (
                <td key={key} className="py-1 pl-3 text-right">
                  {formatNumber(day[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
