import type { ReactNode } from 'react'

/** What to do while an e-mail is on its way. */
export function MailHint({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-6 flex gap-3 rounded-lg border border-line bg-sunken px-4 py-3 text-sm [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-accent">
      {icon}
      <p>{children}</p>
    </div>
  )
}
