import { type ComponentType, useState } from 'react'
import { toastNotLoaded } from './on-demand.tsx'

/**
 * Loads a menu or panel on the first use of its button: starts on hover or focus, and after a click replaces the button
 * by the loaded component, which renders the same button and is open initially.
 * @param load must be cheap to call repeatedly
 * @returns `Part`: null until the button was clicked; `opener`: handlers of the button
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const preload = (): void => void load().catch(() => undefined)
  const open = (): void => void load().then((loaded) => setPart(() => loaded), toastNotLoaded)
  return { Part, opener: { onPointerEnter: preload, onFocus: preload, onClick: open } }
}
