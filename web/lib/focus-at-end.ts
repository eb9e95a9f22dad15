/**
 * Ref callback: focuses a text area when it mounts and puts the caret at the end. Pass the function itself: an inline
 * arrow function would take the focus at each render.
 */
export function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
