/** Moves the focus to the heading of the list, e.g. because the focused element is removed. */
export const focusListHeading = ({ preventScroll = true } = {}): void =>
  document.querySelector<HTMLElement>('[data-list-heading]')?.focus({ preventScroll })
