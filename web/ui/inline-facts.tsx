/** Facts on one line, separated by dots; wraps between facts and hides the dot at the line break. */
export function InlineFacts({ of: facts }: { of: readonly string[] }) {
  if (facts.length === 0) return null
  return (
    <p className="overflow-x-clip text-sm text-muted">
      <span className="-ml-4 flex flex-wrap">
        {facts.map((fact, index) => (
          <span key={fact} className="inline-flex max-w-full wrap-anywhere">
            <span aria-hidden="true" className="w-4 shrink-0 text-center">
              {index > 0 && '·'}
            </span>
            {fact}
          </span>
        ))}
      </span>
    </p>
  )
}
