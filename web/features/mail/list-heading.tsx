/** Title of a card with a list of emails: it gets the focus where a focused element of the list is removed. */
export const ListHeading = ({ children }: { children: string }) => (
  <span tabIndex={-1} data-list-heading className="outline-none">
    {children}
  </span>
)

export const focusListHeading = ({ preventScroll = true } = {}): void =>
  document.querySelector<HTMLElement>('[data-list-heading]')?.focus({ preventScroll })
