import { cx } from './cx.ts'

export const menuPanelClasses = cx(
  'z-40 max-h-(--radix-dropdown-menu-content-available-height) w-max',
  'max-w-[min(26rem,calc(100vw-1.5rem))] animate-appear overflow-y-auto',
  'rounded-xl border border-line bg-surface p-1.5 shadow-float',
)

export const menuItemClasses = cx(
  'flex w-full cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm outline-none select-none',
  'data-highlighted:bg-sunken data-[state=checked]:font-medium [&_svg]:size-4 [&_svg]:shrink-0',
)
