import { type ComponentType, useState } from 'react'
import { toastError } from './toast.ts'

/**
 * For a button that opens a menu or a panel whose library the page does without until then. The button fetches it when somebody is about
 * to press it, and the part, which brings a button of its own that looks the same, takes its place open.
 * @param load fetches the part; asking again costs nothing
 * @returns `Part`, null until the button was pressed; `opener`: what the button needs meanwhile
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const prepare = (): void => void load().catch(() => undefined)
  const open = (): void =>
    void load().then(
      (loaded) => setPart(() => loaded),
      () => toastError('Connection Error', 'This could not be loaded. Please try again.'),
    )
  return { Part, opener: { onPointerEnter: prepare, onFocus: prepare, onClick: open } }
}
