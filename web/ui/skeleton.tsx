import { cx } from './cx.ts'

/** Placeholder during loading; give it the size of the content. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span data-waiting aria-hidden="true" className={cx('block animate-breathe rounded-md bg-sunken', className)} />
  )
}

/** Placeholder rows, with a text for screen readers. */
export function SkeletonRows({ rows, rowClassName, label }: { rows: number; rowClassName: string; label: string }) {
  return (
    <output className="block">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={cx('flex items-center gap-4 px-5', row > 0 && 'border-t border-line', rowClassName)}>
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="ml-auto h-4 w-12" />
        </span>
      ))}
    </output>
  )
}
