import { LogoMark } from '../ui/logo.tsx'

/** Illustration: an airmail envelope with a stamp, a postmark and an address. */
export const AirmailEnvelope = () => (
  <div aria-hidden="true" className="airmail airmail-small h-32 w-52 max-w-full rounded-xl p-1.5 shadow-float">
    <div className="relative size-full rounded-lg bg-surface">
      <LogoMark className="absolute top-3 right-3 size-9" />
      <svg viewBox="0 0 72 40" className="absolute top-2.5 right-8 h-10 w-18 fill-none stroke-edge" strokeWidth="1.5">
        <circle cx="50" cy="20" r="14" />
        <path d="M2 12q5-4 10 0t10 0 10 0M2 20q5-4 10 0t10 0 10 0M2 28q5-4 10 0t10 0 10 0" />
      </svg>
      <span className="absolute bottom-9 left-6 h-1.5 w-24 rounded-full bg-line" />
      <span className="absolute bottom-5 left-6 h-1.5 w-16 rounded-full bg-line" />
    </div>
  </div>
)
