/** Envelope in a rounded square, same as the favicon. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M7 11.5h18v10.2a1.8 1.8 0 0 1-1.8 1.8H8.8A1.8 1.8 0 0 1 7 21.7zM7 11.5l9 6.7 9-6.7"
        className="fill-none stroke-on-accent"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  )
}
