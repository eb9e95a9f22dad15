import type { ComponentType } from 'react'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { t } from '../../texts/translate.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DigestSection, LimitsSection, TroubleshootingSection, TwoStepSection } from './help-account.tsx'
import { ActionsSection, ConnectionsSection } from './help-actions.tsx'
import { ConnectSection, InstructionsSection } from './help-mail.tsx'
import { CorrectionsSection, FollowUpSection, SendersSection, UnsureSection } from './help-sorting.tsx'

/** The sections of the documentation that fit a page. */
const articles: Readonly<Record<string, readonly ComponentType[]>> = {
  '/dashboard': [ConnectSection, FollowUpSection, TroubleshootingSection],
  '/dashboard?folders': [InstructionsSection, ActionsSection],
  '/review': [UnsureSection],
  '/tidy-up': [ConnectSection, CorrectionsSection],
  '/senders': [SendersSection],
  '/history': [CorrectionsSection, TroubleshootingSection],
  '/connections': [ConnectionsSection],
  '/subscription': [LimitsSection],
  '/account': [TwoStepSection, DigestSection],
}

/** Help about the page that is open, beside it. */
export function HelpDrawer({ onClose }: { onClose: () => void }) {
  const { pathname, search } = useLocation()
  const page = search['tab'] === 'folders' ? `${pathname}?folders` : pathname
  return (
    <Dialog onClose={onClose} size="drawer" title={t('Help')} description={t('About this page')}>
      <div className="-mt-6 text-sm">
        {(articles[page] ?? [TroubleshootingSection]).map((Article) => (
          <Article key={Article.name} />
        ))}
      </div>
      <div className="mt-8 flex border-t border-line pt-5">
        <Link to="/help" onClick={onClose} className={buttonClasses()}>
          {t('All Documentation')}
        </Link>
      </div>
    </Dialog>
  )
}
