/** A key as it is drawn on a keyboard, for those who have one; what it does stands beside it in words. */
export const KeyCap = ({ children }: { children: string }) => (
  <kbd className="inline-grid h-5.5 min-w-5.5 shrink-0 place-items-center rounded-md border border-edge/60 bg-surface px-1.5 font-sans text-xs font-medium text-muted shadow-card pointer-coarse:hidden">
    {children}
  </kbd>
)
