import { Fragment } from 'react'

/** Small facts on a line; where it is too short, it breaks between them. */
export function Facts({ of: facts }: { of: readonly string[] }) {
  if (facts.length === 0) return null
  return (
    <p className="text-sm text-muted">
      {facts.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <span className="inline-block max-w-full wrap-anywhere">{fact}</span>
        </Fragment>
      ))}
    </p>
  )
}
