/** In a tab of its own: what is being set up here stays as it is. */
export const ConnectionsLink = () => (
  <a href="/connections" target="_blank" rel="noreferrer" className="rounded-sm underline underline-offset-4">
    Connections
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
