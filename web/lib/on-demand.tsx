import { type ComponentType, type ReactNode, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { t, text } from '../texts/translate.ts'
import { Notice } from '../ui/notice.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { toastError } from './toast.ts'

interface OnDemandOptions<Props> {
  /** Placeholder during loading. */
  waiting?: (props: Props) => ReactNode
  /**
   * What happens if loading fails (offline, or a new version was deployed). A function: called after a toast, e.g.
   * closes the dialog, so that its button tries again. `quiet`: retried automatically. Default: a notice with a retry
   * button.
   */
  failed?: ((props: Props) => void) | 'quiet'
}

const failureText = text('This could not be loaded. Please try again.')

const partRetryMs = 10_000

/**
 * Component that is loaded when it is first rendered. Unlike `React.lazy`, a failed load does not unmount the screen
 * and can be retried.
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
    const [fetching, setFetching] = useState(true)
    const [everFailed, setEverFailed] = useState(false)
    const fail = useEffectEvent((): void => {
      setFetching(false)
      setEverFailed(true)
      if (typeof failed !== 'function') return
      toastError(t('Connection Error'), t(failureText))
      failed(props)
    })
    useEffect(() => {
      if (!fetching) return
      let isUnmounted = false
      void fetchPart().then(
        // A transition: a large part renders in short steps.
        (fetched) => isUnmounted || startTransition(() => setPart(() => fetched)),
        () => isUnmounted || fail(),
      )
      return () => {
        isUnmounted = true
      }
    }, [fetching])
    useEffect(() => {
      if (fetching || failed !== 'quiet') return
      const timer = setTimeout(() => setFetching(true), partRetryMs)
      return () => clearTimeout(timer)
    }, [fetching])

    if (Part) return <Part {...props} />
    if (failed === 'quiet' || !everFailed) return waiting(props)
    return (
      <Notice tone="bad" role="alert">
        {t(failureText)}
        <div className="mt-2">
          <RetryButton size="small" busy={fetching} onRetry={() => setFetching(true)} />
        </div>
      </Notice>
    )
  }
  return Object.assign(OnDemand, { prepare: (): void => void fetchPart().catch(() => undefined) })
}
