import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import { clearEntryState, type Location } from './history-entries.ts'
import type { EntryState } from './pages.ts'
import { currentlyShown, onShownChange, type Shown } from './router.ts'
import { scrollToPlace } from './scroll.ts'

/** Also provided by the prerendering, which has no browser. */
export const LocationContext = createContext<Location | null>(null)

/** The location of the shown screen. */
export function useLocation(): Location {
  const location = use(LocationContext)
  if (!location) throw new Error('useLocation must be used within a RouterView')
  return location
}

/** Runs `begin` once where the navigation to this location asks for it; not after a reload, or a return to it. */
export function useBeginning(what: EntryState['begin'], begin: () => void): void {
  const location = useLocation()
  const run = useEffectEvent(begin)
  useEffect(() => {
    if (location.state.begin !== what) return
    clearEntryState()
    run()
  }, [location, what])
}

interface RouterViewProps {
  /** Around all screens. */
  Root: ComponentType<{ children: ReactNode }>
  pending: ReactNode
  failure: ReactNode
}

export function RouterView({ Root, pending, failure }: RouterViewProps) {
  const shown = useShown()
  if (!shown) return null
  const { Layout, location, content } = shown
  const boundary = (children: ReactNode) => (
    <Boundary resetBy={content} failure={failure}>
      {children}
    </Boundary>
  )
  const screen = (
    <>
      {content === 'pending' ? pending : boundary(<Content content={content} />)}
      <ScrollToPlace shown={shown} />
    </>
  )
  return (
    <LocationContext value={location}>
      <Root>{Layout ? boundary(<Layout>{screen}</Layout>) : screen}</Root>
    </LocationContext>
  )
}

/** A transition: React renders a screen in short steps, between which the browser can respond. */
function useShown(): Shown | null {
  const [shown, setShown] = useState(currentlyShown)
  useEffect(() => {
    const update = (): void => startTransition(() => setShown(currentlyShown()))
    // It may have changed before this effect subscribed.
    update()
    return onShownChange(update)
  }, [])
  return shown
}

function Content({ content }: { content: Exclude<Shown['content'], 'pending'> }) {
  // Code that could not be loaded fails as code that throws does.
  if ('error' in content) throw content.error
  return <content.Screen />
}

/** A sibling behind the screen: its effect runs when the screen is in the document, which `Root` may delay. */
function ScrollToPlace({ shown }: { shown: Shown }) {
  useLayoutEffect(() => {
    if (shown.scrolls) scrollToPlace(shown.location.hash, shown.index)
  }, [shown])
  return null
}

interface BoundaryProps {
  /** Another value gives the children another chance. */
  resetBy: unknown
  failure: ReactNode
  children: ReactNode
}

interface BoundaryState {
  resetBy: unknown
  hasFailed: boolean
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError = (): Partial<BoundaryState> => ({ hasFailed: true })
  static getDerivedStateFromProps = ({ resetBy }: BoundaryProps, state: BoundaryState): BoundaryState | null =>
    resetBy === state.resetBy ? null : { resetBy, hasFailed: false }

  override state: BoundaryState = { resetBy: null, hasFailed: false }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failure : this.props.children
  }
}
