import type { MonthOfUse } from '../../api/plan.ts'
import { count, formatNumber } from '../../lib/format.ts'

const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dateOf = (month: string): Date => new Date(`${month}T00:00:00Z`)

/** Per cent of the picture's height: where the bars stand, and how high the highest is. */
const floor = 86
const highest = 74

/** A bar for each month for those who see them, a table for everybody. */
export function MonthsChart({ months }: { months: readonly MonthOfUse[] }) {
  const most = Math.max(1, ...months.map(({ processed }) => processed))
  const width = 100 / months.length
  return (
    <>
      <svg aria-hidden="true" className="h-44 w-full text-xs">
        <line x1="0" x2="100%" y1={`${floor}%`} y2={`${floor}%`} className="stroke-line" />
        {months.map(({ month, processed }, place) => {
          const height = (processed / most) * highest
          const middle = `${(place + 0.5) * width}%`
          return (
            <g key={month} textAnchor="middle">
              <title>{`${long.format(dateOf(month))}: ${count(processed, 'email')}`}</title>
              <rect
                x={`${place * width + width * 0.2}%`}
                y={`${floor - height}%`}
                width={`${width * 0.6}%`}
                height={`${height}%`}
                className={place === months.length - 1 ? 'fill-accent' : 'fill-edge'}
              />
              <text x={middle} y={`${floor - height}%`} dy="-0.5em" className="fill-ink tabular-nums">
                {formatNumber(processed)}
              </text>
              <text x={middle} y="98%" className="fill-muted">
                {short.format(dateOf(month))}
              </text>
            </g>
          )
        })}
      </svg>
      <table className="sr-only">
        <caption>Emails by month, oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Emails</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, processed }) => (
            <tr key={month}>
              <th scope="row">{long.format(dateOf(month))}</th>
              <td>{formatNumber(processed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
