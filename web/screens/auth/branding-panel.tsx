import { useProduct } from '../../api/product.tsx'
import { t } from '../../texts/translate.ts'
import { cx } from '../../ui/cx.ts'
import { LogoMark } from '../../ui/logo.tsx'

/** Left half of the sign-in screens on large screens. */
export function BrandingPanel() {
  const { name } = useProduct()
  return (
    <aside
      className={cx(
        'relative scheme-dark hidden flex-col justify-between overflow-hidden p-12 lg:flex xl:p-16',
        'bg-brand text-on-brand',
      )}
    >
      <div className="flex items-center gap-3 text-lg font-semibold tracking-tight">
        <LogoMark />
        {name}
      </div>
      <Pigeonholes />
      <div className="max-w-md">
        <p className="text-2xl font-semibold tracking-tight text-balance">{t('Organize your inbox with AI')}</p>
        <p className="mt-4 text-on-brand-muted">
          {t('Let {name} sort and organize your emails automatically using AI - save time and focus on what matters.', {
            name,
          })}
        </p>
      </div>
      <div aria-hidden="true" className="airmail absolute inset-x-0 bottom-0 h-2" />
    </aside>
  )
}

const columns = [56, 176, 296]
const rows = [40, 124, 208]
/** Number of letters by compartment, `column-row`. */
const letters: Record<string, number> = {
  '0-0': 2,
  '1-0': 1,
  '2-0': 3,
  '0-1': 1,
  '1-1': 3,
  '2-1': 1,
  '0-2': 3,
  '1-2': 1,
  '2-2': 2,
}

/** Illustration: a rack of pigeonholes with letters. */
function Pigeonholes() {
  return (
    <svg viewBox="0 0 440 320" aria-hidden="true" className="my-10 w-full max-w-lg">
      <rect
        x="32"
        y="16"
        width="392"
        height="284"
        rx="16"
        fill="oklch(1 0 0 / 0.05)"
        stroke="oklch(1 0 0 / 0.22)"
        strokeWidth="1.5"
      />
      {rows.flatMap((y, row) =>
        columns.map((x, column) => (
          <g key={`${column}-${row}`}>
            <rect x={x} y={y} width="104" height="68" rx="6" fill="oklch(0 0 0 / 0.22)" />
            {Array.from({ length: letters[`${column}-${row}`] ?? 0 }, (_, letter) => (
              <Letter
                key={letter}
                x={x + 14 + letter * 9}
                y={y + 22 - letter * 7}
                marked={column === 1 && row === 1 && letter === 2}
              />
            ))}
            <path d={`M${x} ${y + 66}h104`} stroke="oklch(1 0 0 / 0.32)" strokeWidth="2.5" strokeLinecap="round" />
          </g>
        )),
      )}
    </svg>
  )
}

function Letter({ x, y, marked }: { x: number; y: number; marked: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width="58"
        height="38"
        rx="3"
        fill={marked ? 'oklch(0.82 0.11 258)' : 'oklch(0.95 0.012 255)'}
        stroke="oklch(0.32 0.085 262 / 0.35)"
      />
      <path d="M1 2l28 18L57 2" fill="none" stroke="oklch(0.32 0.085 262 / 0.45)" strokeWidth="1.5" />
    </g>
  )
}
