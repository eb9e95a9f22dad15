import { type ComponentType, type ReactNode, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { t, text } from '../texts/translate.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { toastError } from './toast.ts'

interface OnDemandOptions<Props> {
  /** Placeholder during loading. */
  waiting?: (props: Props) => ReactNode
  /**
   * What happens if loading fails (offline, or a new version was deployed). A function: called after a toast, e.g.
   * closes the dialog. `quiet`: nothing. Default: a notice. Both offer to reload the page: a browser does not load a
   * module again that has failed (https://html.spec.whatwg.org/multipage/webappapis.html#module-map).
   */
  failed?: ((props: Props) => void) | 'quiet'
}

const failureText = text('This could not be loaded. Reload the page to try again.')
const reloadLabel = text('Reload Page')
const reload = (): void => location.reload()

export const toastNotLoaded = (): void =>
  toastError(t('Connection Error'), t(failureText), { label: t(reloadLabel), run: reload })

/**
 * Component that is loaded when it is first rendered. Unlike `React.lazy`, a failed load does not unmount the screen.
 * @returns the component; its `prepare` loads it beforehand
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = () => null, failed }: OnDemandOptions<Props> = {},
) {
  let loaded: ComponentType<Props> | null = null
  const fetchPart = async (): Promise<ComponentType<Props>> => (loaded ??= await load())

  function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [hasFailed, setHasFailed] = useState(false)
    const fail = useEffectEvent((): void => {
      setHasFailed(true)
      if (typeof failed !== 'function') return
      toastNotLoaded()
      failed(props)
    })
    useEffect(() => {
      let isUnmounted = false
      void fetchPart().then(
        // A transition: a large part renders in short steps.
        (fetched) => isUnmounted || startTransition(() => setPart(() => fetched)),
        () => isUnmounted || fail(),
      )
      return () => {
        isUnmounted = true
      }
    }, [])

    if (Part) return <Part {...props} />
    if (failed === 'quiet' || !hasFailed) return waiting(props)
    return (
      <Notice tone="bad" role="alert">
        {t(failureText)}
        <div className="mt-2">
          <Button size="small" onClick={reload}>
            {t(reloadLabel)}
          </Button>
        </div>
      </Notice>
    )
  }
  return Object.assign(OnDemand, { prepare: (): void => void fetchPart().catch(() => undefined) })
}
