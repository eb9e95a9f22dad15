interface InsteadOfPasswordProps {
  /** What is asked for now. */
  byCode: boolean
  onChange: (byCode: boolean) => void
}

/** For those who do not know their password: a code by e-mail in its place, and back. */
export function InsteadOfPassword({ byCode, onChange }: InsteadOfPasswordProps) {
  return (
    <button
      type="button"
      onClick={() => onChange(!byCode)}
      className="rounded-sm text-sm font-medium text-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      {byCode ? 'Use your password' : 'Use a code by email'}
    </button>
  )
}
