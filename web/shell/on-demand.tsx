import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { toastError } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface OnDemandOptions<Props> {
  /** Stands there meanwhile. */
  waiting?: (props: Props) => ReactNode
  /**
   * Where the part cannot be had (the line is down, a new version is out): a dialog is closed by this after a toast, so that its button
   * tries again; `quiet` is for what the page does without, it is tried again by itself. Else a notice stands there with a button.
   */
  failed?: ((props: Props) => void) | 'quiet'
}

const againMs = 10_000
const words = 'This could not be loaded. Please try again.'

/**
 * A part of a screen that is fetched when it is first shown. Unlike React's own `lazy` it does not take the screen with it where it cannot
 * be fetched, and can be asked for again.
 * @returns the part; its `prepare` fetches it before it is needed
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
      toastError('Connection Error', words)
      failed(props)
    })
    useEffect(() => {
      if (!fetching) return
      let left = false
      void fetchPart().then(
        (fetched) => left || setPart(() => fetched),
        () => left || fail(),
      )
      return () => {
        left = true
      }
    }, [fetching])
    useEffect(() => {
      if (fetching || failed !== 'quiet') return
      const timer = setTimeout(() => setFetching(true), againMs)
      return () => clearTimeout(timer)
    }, [fetching])

    if (Part) return <Part {...props} />
    if (failed === 'quiet' || !everFailed) return waiting(props)
    return (
      <Notice tone="bad" role="alert">
        {words}
        <div className="mt-2">
          <Button size="small" busy={fetching} onClick={() => setFetching(true)}>
            Try Again
          </Button>
        </div>
      </Notice>
    )
  }
  return Object.assign(OnDemand, { prepare: (): void => void fetchPart().catch(() => undefined) })
}
