let pressed: HTMLElement | null = null

/** Remembers a button that is pressed before the app has rendered. The form's dialog remembers a submission. */
export function rememberEarlyPress(): void {
  document.getElementById('prerendered')?.addEventListener('click', ({ target }) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('[type=button]') : null
  })
}

/**
 * Removes the prerendered screen, which hides `#root`, in the commit that renders its successor, so that nothing moves.
 * The focus, what was typed and a pressed button pass over to the successor.
 */
export function replacePrerendered(): void {
  const prerendered = document.getElementById('prerendered')
  if (!prerendered) return
  const { activeElement } = document
  const before = interactiveElements(prerendered)
  // Known without a script: the press may have come before any ran. A button that is held down would get no click.
  const isSubmitted = prerendered.querySelector('dialog:not([open]), [type=submit]:active') !== null
  prerendered.remove()
  const after = interactiveElements(document.body)
  for (const [at, element] of before.entries()) {
    const successor = after[at]
    if (successor?.tagName !== element.tagName || successor.getAttribute('name') !== element.getAttribute('name'))
      continue
    if (element instanceof HTMLInputElement && element.value !== '') typeInto(successor, element.value)
    if (element === activeElement) successor.focus({ preventScroll: true })
    // Later: React has not rendered the values yet.
    if (element === pressed || (isSubmitted && element.matches('[type=submit]'))) setTimeout(() => successor.click())
  }
}

const interactiveElements = (within: HTMLElement): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>('a, button, input'),
]

/** As if the user had typed it: React replaces `value` of the element itself and would not notice a change by it. */
function typeInto(input: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
