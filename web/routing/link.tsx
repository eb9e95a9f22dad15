import type { ComponentProps, MouseEvent } from 'react'
import { hrefOf, type Target } from './pages.ts'
import { navigate, prefetch } from './router.ts'

/** Without `target` and `download`, which the browser would have to follow. */
export type LinkProps = Target & Omit<ComponentProps<'a'>, 'href' | 'target' | 'download'>

/** Link to a page of ours, which loads its code when the user is about to follow it. */
export function Link(props: LinkProps) {
  const { to, search: _search, hash: _hash, state: _state, children, onClick, ...anchor } = props
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || isForBrowser) return
    event.preventDefault()
    void navigate(props)
  }
  const prepare = (): void => prefetch(to)
  return (
    <a onPointerEnter={prepare} onFocus={prepare} {...anchor} href={hrefOf(props)} onClick={follow}>
      {children}
    </a>
  )
}
