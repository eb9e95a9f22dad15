/** For those who do not know their password. */
export function InsteadOfPassword({ onChoose }: { onChoose: () => void }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="rounded-sm text-sm font-medium text-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      Use a code by email
    </button>
  )
}
