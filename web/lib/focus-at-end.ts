/**
 * As the `ref` of a field that the person has just asked to edit: writing goes on where its text ends. Give it as it is: a function that is
 * made anew with each rendering would take the focus each time from wherever it has gone since.
 */
export function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
