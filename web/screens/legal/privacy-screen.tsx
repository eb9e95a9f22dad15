import { useProduct } from '../../api/product.tsx'
import { t } from '../../texts/translate.ts'
import { LegalFrame } from './legal-frame.tsx'
import {
  CookiesSection,
  ReadDataSection,
  RecipientsSection,
  ResponsibleSection,
  RetentionSection,
  RightsSection,
  SecuritySection,
} from './privacy-sections.tsx'

export function PrivacyScreen() {
  const { name } = useProduct()
  return (
    <LegalFrame
      title={t('Privacy Policy')}
      intro={t(
        '{name} reads your incoming email in order to sort it. This page says what is read, what is ' +
          'stored and for how long, who else gets data, and how you export or delete it.',
        { name },
      )}
    >
      <ResponsibleSection />
      <ReadDataSection />
      <RetentionSection />
      <RecipientsSection />
      <CookiesSection />
      <RightsSection />
      <SecuritySection />
    </LegalFrame>
  )
}
